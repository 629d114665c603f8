import type { DocumentFamily, MatchType } from "../../lib/contract/vocabulary.ts";
import type { TaggedName } from "../domain/publishing/publication.ts";

/** The interface of a search engine for those who ask. Reads are asynchronous and stop when their signal fires. */
export interface SearchIndex {
  searchDocuments(query: DocumentQuery, signal: AbortSignal): Promise<DocumentMatches>;
  searchNews(query: NewsQuery, signal: AbortSignal): Promise<NewsMatches>;
  close(): Promise<void>;
}

/** An index that follows a store, and knows what of it can't be found yet. */
export interface FollowingIndex extends SearchIndex, SearchBacklog {}

export interface SearchBacklog {
  documentsBehind(filter: DocumentScope): Promise<SearchLag>;
  newsBehind(filter: NewsScope): Promise<SearchLag>;
}

/** Publications that a search made now would not find, or would find as they were before. */
export interface SearchLag {
  readonly publications: number;
  /** How long the first of them has been waiting; since 1970 where that was not recorded. */
  readonly forMs: number;
}

/** An engine in the same store: it is written inside the publisher's transactions. */
export interface EmbeddedSearchIndex extends SearchIndex {
  readonly writer: SearchWriter;
}

/** Too many searches wait already: this one would not be answered in time. */
export class SearchBusyError extends Error {
  constructor(cause: unknown) {
    super("Too many searches are waiting.", { cause });
    this.name = "SearchBusyError";
  }
}

/** The engine can't be reached, or is too busy to answer. */
export class SearchUnavailableError extends Error {
  constructor(cause: unknown) {
    super("The search engine does not answer.", { cause });
    this.name = "SearchUnavailableError";
  }
}

/** The engine stopped at its time limit, with a part of the answer. */
export class SearchTimedOutError extends Error {
  constructor() {
    super("The search engine did not finish in time.");
    this.name = "SearchTimedOutError";
  }
}

/** One letter or kana that stands in so much of the store that searching for it would hold up everybody else. */
export class TermTooCommonError extends Error {
  readonly term: string;
  constructor(term: string) {
    super(`'${term}' is too common to be searched for by itself.`);
    this.name = "TermTooCommonError";
    this.term = term;
  }
}

/** Inside the caller's transaction: searchable exactly when committed. Each step is awaited. */
export interface SearchWriter {
  putDocument(document: IndexedDocument): Promise<void>;
  removeDocument(documentId: string): Promise<void>;
  /** Called when documents became, or are no longer, the latest under `latest_only`. */
  setSuperseded(documentId: string, superseded: boolean): Promise<void>;
  putNews(news: IndexedNews): Promise<void>;
  removeNews(newsId: string): Promise<void>;
  /** For engines that write many documents together faster than each alone. */
  readonly bulk?: SearchBulk;
}

/** Documents put between `begin` and `end` may be held in memory until `end`; both are in one transaction. */
export interface SearchBulk {
  begin(): void;
  end(): Promise<void>;
  /** The transaction was rolled back: documents held in memory are dropped. */
  abandon(): void;
}

export interface IndexedDocument {
  readonly documentId: string;
  readonly family: DocumentFamily;
  readonly type: string;
  readonly securityCode: string | null;
  readonly issuerName: string | null;
  readonly title: string;
  readonly timelineAtMs: number;
  readonly superseded: boolean;
  /** All names of the issuer, in both languages; a question with one of them prefers its documents. */
  readonly issuerNames: readonly string[];
  /** The last day of the document's period. */
  readonly periodEnd: string | null;
  readonly amendsDocumentId: string | null;
  readonly sections: readonly IndexedSection[];
  /** The same sections, as `prepareDocument` has made them for the store's own index. */
  readonly prepared?: PreparedDocument | undefined;
}

/**
 * The index rows of a document's sections. Making them takes most of the time of publishing and needs no store, so
 * that other threads can do it beforehand. Only the index reads them.
 */
export interface PreparedDocument {
  readonly sections: PreparedSections;
  /** Element names with the labels that the glossary learns for them. */
  readonly pairs: readonly (readonly [name: string, label: string])[];
}

export interface PreparedSections {
  readonly sectionIds: readonly string[];
  /** In the order of their numbers, which begin anew for each document. */
  readonly passages: readonly string[];
  readonly layout: Uint8Array;
  /** Each with the passage it is in. */
  readonly tokens: Float64Array;
  /** Of all texts with their contexts. */
  readonly characterCount: number;
}

export interface IndexedSection {
  readonly sectionId: string;
  readonly title: string;
  /** Titles from the outermost ancestor to the section itself. */
  readonly path: readonly string[];
  readonly markdown: string;
  /** The inline XBRL element names in the section. Searched, never shown. */
  readonly names?: readonly TaggedName[];
}

export interface IndexedNews {
  readonly newsId: string;
  readonly title: string | null;
  readonly statement: string;
  readonly observedAtMs: number;
  readonly securityCodes: readonly string[];
  /** Of the issuers with those codes. */
  readonly issuerNames: readonly string[];
}

export interface DocumentQuery {
  readonly query: string;
  readonly matchType: MatchType;
  readonly topK: number;
  readonly includeSnippet: boolean;
  readonly securityCodes: readonly string[] | undefined;
  readonly documentTypes: readonly string[] | undefined;
  readonly families: readonly string[] | undefined;
  /** Inclusive. */
  readonly sinceMs: number | undefined;
  /** Exclusive. */
  readonly untilMs: number | undefined;
  readonly latestOnly: boolean;
}

export type DocumentScope = Omit<DocumentQuery, "query" | "matchType" | "topK" | "includeSnippet">;

export interface DocumentMatches {
  /** `lexical`, `evidence`, `hybrid:<model>`: sent as `X-Search-Engine`. */
  readonly engine: string;
  /** Best first; at most three of one document while there are others, then the rest. */
  readonly hits: readonly DocumentMatch[];
}

export interface DocumentMatch {
  readonly documentId: string;
  readonly sectionId: string;
  readonly score: number;
  readonly snippet: { readonly text: string; readonly highlights: [number, number][] } | null;
  /** An amendment's original, boilerplate of other issuers. */
  readonly alsoIn: readonly { readonly documentId: string; readonly sectionId: string }[];
  /** The row of a table that matched best; null where no row did. */
  readonly row: { readonly table: number; readonly row: number; readonly label: string } | null;
}

export interface NewsQuery {
  readonly query: string;
  readonly matchType: MatchType;
  readonly topK: number;
  readonly securityCodes: readonly string[] | undefined;
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
}

export type NewsScope = Omit<NewsQuery, "query" | "matchType" | "topK">;

export interface NewsMatches {
  readonly engine: string;
  readonly hits: readonly { readonly newsId: string; readonly score: number }[];
}
