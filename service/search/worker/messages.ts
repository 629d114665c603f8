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

export type SearchWork = {
  documents: { task: AskedDocuments; answer: DocumentMatches | TooCommon };
  news: { task: AskedNews; answer: NewsMatches | TooCommon };
};

/** In place of a `TermTooCommonError`, since a thread sends values. */
export interface TooCommon {
  readonly tooCommon: string;
}

export interface SearchThreadSettings {
  readonly file: string;
  readonly cacheBytes: number;
  /** How many postings of a single letter or kana are read; the engine's own bound where it is missing. */
  readonly commonMax?: number | undefined;
}
