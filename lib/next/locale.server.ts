import { cache } from "react";
import type { Namespace, NamespaceMessages, Namespaces, WordKey } from "../text/i18n/namespaces.ts";
import type { ReaderLanguage } from "../text/i18n/reader-language.ts";
import { type Locale, type Messages, makeWords, type Words } from "../text/i18n/words.ts";
import { getView } from "./view.ts";

/** Messages on the server: `const t = await getWords("desk")`. */

/** The language of this browser: the chosen one, else the one its header prefers. */
export const getLocale = cache(async (): Promise<Locale> => (await getView()).locale);

export async function getWords<N extends Namespace>(namespace: N): Promise<Words<WordKey<N>>> {
  const locale = await getLocale();
  const known = made[locale].get(namespace);
  if (known !== undefined) return known;
  const words = makeWords<Messages>(await load(locale, namespace), locale);
  made[locale].set(namespace, words);
  return words;
}

export async function readerLanguage(): Promise<ReaderLanguage> {
  return { locale: await getLocale(), getWords };
}

/** Made once for each language and namespace: a page asks for the same ones in each of its components. */
const made: Record<Locale, Map<Namespace, Words>> = { en: new Map(), ja: new Map() };

/** The messages a page's client components need, as props of `<WordsProvider>`. Those of the frame are at hand. */
export async function pickMessages(
  ...namespaces: readonly Namespace[]
): Promise<{ locale: Locale; messages: NamespaceMessages }> {
  const locale = await getLocale();
  return { locale, messages: await messagesIn(locale, namespaces) };
}

async function messagesIn(locale: Locale, namespaces: readonly Namespace[]): Promise<NamespaceMessages> {
  const loaded = await Promise.all(namespaces.map(async (each) => [each, await load(locale, each)] as const));
  return Object.fromEntries(loaded);
}

async function load<N extends Namespace>(locale: Locale, namespace: N): Promise<Namespaces[N]> {
  const file: { default: Namespaces[N] } = await import(`../../messages/${locale}/${namespace}.json`);
  return file.default;
}
