import type { DocumentScope, IndexedDocument, IndexedNews, NewsScope, SearchLag } from "./port.ts";

/**
 * Followed by an engine outside the store. Each publication leaves a numbered change in its own transaction; numbers
 * become visible in order. The document is read as it is now, so that a change may be taken twice.
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
  /** Findable things that an index of this position lacks. */
  documentsBehind(index: IndexPosition, filter: DocumentScope): Promise<SearchLag>;
  newsBehind(index: IndexPosition, filter: NewsScope): Promise<SearchLag>;
}

/** The last change that an index has followed; while it is first filled, the last ids that it holds, else null. */
export interface IndexPosition {
  readonly change: number;
  readonly documentsAfter: string | null;
  readonly newsAfter: string | null;
}

export type SearchedKind = "document" | "news";

export interface SearchChange {
  readonly change: number;
  readonly kind: SearchedKind;
  readonly id: string;
}
