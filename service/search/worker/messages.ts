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

/** What a search worker is asked and answers. */
export interface Work {
  documents: { query: AskedDocuments; answer: DocumentMatches };
  news: { query: AskedNews; answer: NewsMatches };
}

export type WorkName = keyof Work;

export interface WorkerRequest {
  readonly id: number;
  readonly name: WorkName;
  readonly query: Work[WorkName]["query"];
}

export type WorkerReply =
  | { readonly id: number; readonly answer: Work[WorkName]["answer"] }
  | { readonly id: number; readonly stopped: true }
  | { readonly id: number; readonly error: { readonly message: string; readonly stack: string | undefined } };

export interface WorkerSettings {
  readonly file: string;
  readonly cacheBytes: number;
  /** One Int32: the number of the query that is to stop. */
  readonly stop: SharedArrayBuffer;
}
