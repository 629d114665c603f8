"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { PageText } from "../page-text/page-text.ts";
import { usePageJson } from "../page-text/use-page-text.tsx";
import type { Namespace, NamespaceMessages, WordKey } from "./namespaces.ts";
import { useWordFile } from "./use-word-file.ts";
import { type Locale, type Messages, makeWords, type Words } from "./words.ts";

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

interface Props {
  readonly locale: Locale;
  /** As text where they come with a page: what is sent as an object is walked through key by key, several times. */
  readonly messages: NamespaceMessages | PageText;
  /** Instead of messages, the address where the browser finds them. */
  readonly file?: string;
  readonly children: ReactNode;
}

const LexiconContext = createContext<Lexicon>({ locale: "en", messages: {} });

export function WordsProvider({ locale, messages: given, file, children }: Props) {
  const outer = useContext(LexiconContext);
  const loaded = useWordFile(file);
  const messages = file === undefined ? given : loaded;
  const isText = typeof messages === "string" || isInPage(messages);
  const [text, element] = usePageJson(isText ? messages : "");
  const value = useMemo(() => {
    const added = isText ? readMessages(text) : messages;
    return { locale, messages: { ...outer.messages, ...added } };
  }, [locale, messages, isText, text, outer]);
  return (
    <LexiconContext value={value}>
      {children}
      {element}
    </LexiconContext>
  );
}

function isInPage(messages: NamespaceMessages | { readonly id: string }): messages is { readonly id: string } {
  return "id" in messages;
}

/** Read once for each text, of which there are as many as kinds of pages and languages. */
const read = new Map<string, NamespaceMessages>();

function readMessages(text: string): NamespaceMessages {
  const known = read.get(text);
  if (known !== undefined) return known;
  const messages: NamespaceMessages = JSON.parse(text);
  read.set(text, messages);
  return messages;
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
