import type { Namespace, WordKey } from "./namespaces.ts";
import type { Locale, Words } from "./words.ts";

/** The language of the reader of a page or answer, for whatever composes words outside of React. */
export interface ReaderLanguage {
  readonly locale: Locale;
  getWords<N extends Namespace>(namespace: N): Promise<Words<WordKey<N>>>;
}
