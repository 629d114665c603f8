import { createHash } from "node:crypto";
import { api } from "../routes.ts";
import { messagesIn } from "./locale.server.ts";
import type { Namespace } from "./namespaces.ts";
import { knownWordFiles } from "./word-file.ts";
import { type Locale, locales } from "./words.ts";

/** What layouts have files of. Few, since each is kept in each language. */
const sets = {
  frame: ["frame", "errors", "keys", "lookup", "cost", "standing"],
  "first-frame": ["frame", "errors", "keys", "lookup", "cost", "standing", "firstRead"],
} as const satisfies Readonly<Record<string, readonly Namespace[]>>;

export type WordSet = keyof typeof sets;

const made = new Map<string, Promise<string>>();

/** The address of a set of messages, which any process of this build can answer for. */
export function wordFile(locale: Locale, set: WordSet): Promise<string> {
  const name = `${set}.${locale}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const file = writeFile(locale, set);
  made.set(name, file);
  return file;
}

async function writeFile(locale: Locale, set: WordSet): Promise<string> {
  const text = JSON.stringify(await messagesIn(locale, sets[set]));
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
  const address = api.words(`${set}.${locale}.${hash}`);
  knownWordFiles().set(address, text);
  return address;
}

/**
 * The answer for a file's name. Where it is another build's, as between the old and the new process of a deployment, it
 * gets the words of this one, which are not to be kept under that name. Undefined where there is no such set.
 */
export async function wordFileAnswer(name: string): Promise<{ text: string; isCurrent: boolean } | undefined> {
  const [set, locale] = name.split(".");
  const [knownSet] = setNames.filter((each) => each === set);
  const [knownLocale] = locales.filter((each) => each === locale);
  if (knownSet === undefined || knownLocale === undefined) return undefined;
  const address = await wordFile(knownLocale, knownSet);
  const text = knownWordFiles().get(address);
  return text === undefined ? undefined : { text, isCurrent: address === api.words(name) };
}

const setNames: readonly WordSet[] = ["frame", "first-frame"];
