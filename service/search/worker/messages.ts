import type { DocumentMatches, DocumentQuery, NewsMatches, NewsQuery } from "../port.ts";

/** With the question's vector, where a provider gave one. */
export interface AskedDocuments extends DocumentQuery {
  readonly meaning?: Meaning;
}

export interface AskedNews extends NewsQuery {
  readonly meaning?: Meaning;
}

interface Meaning {
  readonly model: string;
  readonly vector: Float32Array;
}

/** What a thread that searches is asked and answers. */
export type SearchWork = {
  documents: { task: AskedDocuments; answer: DocumentMatches };
  news: { task: AskedNews; answer: NewsMatches };
};

export interface SearchThreadSettings {
  readonly file: string;
  readonly cacheBytes: number;
}
