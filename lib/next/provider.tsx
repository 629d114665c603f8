"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Namespace, NamespaceMessages, WordKey } from "../text/i18n/namespaces.ts";
import { type Locale, type Messages, makeWords, type Words } from "../text/i18n/words.ts";

/**
 * Messages in the browser. The layout provides those of the frame; a page adds its own:
 *
 *   <WordsProvider {...await pickMessages("document", "share")}>…</WordsProvider>   // server
 *   const t = useWords("document");                                                 // client
 */
interface Lexicon {
  readonly locale: Locale;
  readonly messages: NamespaceMessages;
}

interface Props extends Lexicon {
  readonly children: ReactNode;
}

const LexiconContext = createContext<Lexicon>({ locale: "en", messages: {} });

export function WordsProvider({ locale, messages, children }: Props) {
  const outer = useContext(LexiconContext);
  const value = useMemo(
    () => ({ locale, messages: { ...outer.messages, ...messages } }),
    [locale, messages, outer.messages],
  );
  return <LexiconContext value={value}>{children}</LexiconContext>;
}

export function useLocale(): Locale {
  return useContext(LexiconContext).locale;
}

export function useWords<N extends Namespace>(namespace: N): Words<WordKey<N>> {
  const { locale, messages } = useContext(LexiconContext);
  return useMemo(() => {
    const known: Messages = messages[namespace] ?? {};
    return makeWords(known, locale);
  }, [locale, messages, namespace]);
}
