import type { IndexedDocument, IndexedNews } from "./port.ts";

/**
 * What an engine outside the store follows. Each publication leaves a numbered change in its own transaction; numbers
 * become visible in order. What changed is read as it is now, so that a change may be taken twice.
 */
export interface SearchSource {
  /** The same for as long as the store exists, so that two installations don't fill one index. */
  mark(): Promise<string>;
  /** 0 where nothing was ever published. */
  lastChange(): Promise<number>;
  /** Ascending. */
  changesAfter(change: number, limit: number): Promise<readonly SearchChange[]>;
  /** Undefined where it is not to be found: withdrawn, not yet released, or absent. */
  document(documentId: string): Promise<IndexedDocument | undefined>;
  news(newsId: string): Promise<IndexedNews | undefined>;
  /** Everything that may be indexed, ascending. */
  idsAfter(kind: SearchedKind, after: string, limit: number): Promise<readonly string[]>;
  count(kind: SearchedKind): Promise<number>;
}

export type SearchedKind = "document" | "news";

export interface SearchChange {
  readonly change: number;
  readonly kind: SearchedKind;
  readonly id: string;
}
