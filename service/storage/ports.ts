import type { DocumentFilters } from "../../lib/contract/endpoints.ts";
import type {
  DocumentSummary,
  Issuer,
  MovedSection,
  NewsStatement,
  Original,
  TocEntry,
} from "../../lib/contract/resources.ts";
import type { ContentStatus, DocumentFamily } from "../../lib/contract/vocabulary.ts";
import type { StoredBlob } from "../../lib/kit/objects/hashed-files.ts";
import type {
  IssuerPublication,
  NewsPublication,
  Publication,
  PublicationPageBreak,
  TaggedName,
} from "../domain/publishing/publication.ts";
import type { FoundPhrase, StandingPhrase } from "./standing-ports.ts";
import type { TimelinePage, TimelinePosition } from "./timeline-ports.ts";

/**
 * The storage interfaces of the service. The domain and the endpoints use these and no SQL or files; every adapter
 * passes `testing/contract.ts`. Each call is atomic and asynchronous, so that a database over a network can be an
 * adapter; calls that belong together are in one CatalogTransaction.
 */

export type * from "./account-ports.ts";
export type * from "./ingest-ports.ts";
export type * from "./operator-ports.ts";
export type * from "./standing-ports.ts";
export type * from "./timeline-ports.ts";

/** The read side of the catalog. Withdrawn documents are listed and deliver nothing. */
export interface Catalog {
  /** Best first: exact code, then prefix, then substring, after folding. */
  searchIssuers(q: string, limit: number): Promise<Issuer[]>;
  findDocument(documentId: string): Promise<CatalogDocument | undefined>;
  /** In the order of the ids; unknown ids are left out. For the hits of a search. */
  findDocuments(documentIds: readonly string[]): Promise<DocumentSummary[]>;
  /** By timeline_at descending, then document_id descending, beginning after `after`. */
  listDocuments(
    filter: DocumentFilter,
    after: TimelinePosition | undefined,
    limit: number,
  ): Promise<TimelinePage<DocumentSummary>>;
  /** In reading order; character counts include descendants. Empty where a document has no text. */
  toc(documentId: string): Promise<CatalogSection[]>;
  /** The sections' own text in reading order, without descendants, so that concatenation is the body. All where `sectionIds` is undefined. */
  sectionTexts(documentId: string, sectionIds: readonly string[] | undefined): Promise<SectionText[]>;
  /** Titles of sections from the outermost ancestor to the section itself, for the hits of a search. */
  sectionPath(documentId: string, sectionId: string): Promise<readonly string[] | undefined>;
  /** Former section ids of the document, each with the section that has its text now. */
  movedSections(documentId: string): Promise<readonly MovedSection[]>;
  /** Places of the words of former sections; null where the document was never divided otherwise. */
  dividedAnew(documentId: string): Promise<DividedAnew | null>;
  /** The section's title in English, where names give one. */
  sectionTitleEn(documentId: string, sectionId: string): Promise<string | null>;
  /** Names of the images that the text may refer to as `images/NAME`. */
  figureNames(documentId: string): Promise<readonly string[]>;
  /** Listed pages only, ascending. */
  pageImages(documentId: string): Promise<CatalogPage[]>;
  /** `hidden`: the document has the page but can't deliver it. */
  findPage(documentId: string, pageNumber: number): Promise<"listed" | "hidden" | "absent">;
  /** Deliverable originals only. */
  originals(documentId: string): Promise<Original[]>;
  findOriginal(documentId: string, originalId: string): Promise<CatalogOriginal | undefined>;
  listNews(
    filter: NewsFilter,
    after: TimelinePosition | undefined,
    limit: number,
  ): Promise<TimelinePage<NewsStatement>>;
  findNews(newsId: string): Promise<NewsStatement | undefined>;
  findNewsStatements(newsIds: readonly string[]): Promise<NewsStatement[]>;
}

export interface CatalogDocument {
  readonly summary: DocumentSummary;
  /** When a pending document is expected, if known. */
  readonly releaseAtMs: number | null;
  /** Names of parts that the filing announces and lacks. */
}

export interface CatalogSection {
  readonly entry: Omit<TocEntry, "content_tag" | "own_content_tag">;
  /** The hash of the normalised text with its descendants; null where it was not stored. */
  readonly textHash: string | null;
  /** The same of the section's own text after its heading. */
  readonly ownTextHash: string | null;
}

export interface CatalogPage {
  readonly pageNumber: number;
  /** Of the page, after its rotation; how many pixels its image has follows from it. */
  readonly points: { readonly width: number; readonly height: number };
  /** Of the image; null until it is made. */
  readonly byteSize: number | null;
}

export interface CatalogOriginal {
  readonly original: Original;
  readonly deliverable: boolean;
}

export interface SectionText {
  readonly sectionId: string;
  readonly title: string | null;
  /** The outermost is 1. */
  readonly level: number;
  readonly parentSectionId: string | null;
  readonly markdown: string;
  /** Only where the writer reads for the search index. */
  readonly names?: readonly TaggedName[];
}

/** The endpoint's filters, with its days as instants. */
export interface DocumentFilter extends Omit<DocumentFilters, "timeline_since" | "timeline_until"> {
  /** Inclusive. */
  readonly sinceMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
}

export interface NewsFilter {
  readonly securityCodes?: readonly string[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** The files of page images and originals: generated when first requested, off the event loop, then cached as blobs. */
export interface Artifacts {
  /** JPEG of a listed page. */
  pageImage(documentId: string, pageNumber: number, signal: AbortSignal): Promise<StoredBlob>;
  /** An image of the text as a small PNG or JPEG. Fails where it is missing or no such image can be made of it. */
  figure(documentId: string, name: string, signal: AbortSignal): Promise<StoredBlob>;
  /** Bytes of a deliverable original. */
  original(documentId: string, originalId: string, signal: AbortSignal): Promise<StoredBlob>;
}

export type { StoredBlob };

/** Content-addressed files. An open blob, and one that an idempotent response refers to, is never evicted. */
export interface Blobs {
  /** Undefined where there is no such blob, or its size on disk is not what was stored. */
  open(blob: string): Promise<OpenBlob | undefined>;
}

export interface OpenBlob extends StoredBlob {
  /** Read with backpressure; closes the blob at its end or when cancelled. At most once. */
  stream(): ReadableStream<Uint8Array>;
  /** For an opened blob that is not streamed after all. */
  close(): Promise<void>;
}

/** Nothing of a blob is visible until the whole of it is synced. */
export interface BlobStore extends Blobs {
  /** `kept` stay while a document refers to them; `made` can be generated again, and go when space is short. */
  put(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, area: "kept" | "made"): Promise<StoredBlob>;
  /** A damaged blob is set aside, so that it can be generated again. */
  has(blob: string): Promise<boolean>;
  /** Gives access to the file itself, for random access; it is not removed meanwhile. */
  borrow<T>(blob: string, work: (file: string) => Promise<T>): Promise<T>;
}

/** With its maintenance. */
export interface ManagedBlobs extends BlobStore {
  /** Removes kept blobs that nothing refers to, and leftovers of writes that were cut off. Returns how many. */
  collect(nowMs: number): Promise<number>;
  /** The size of the generated files. */
  madeBytes(): Promise<number>;
  close(): Promise<void>;
}

/** Used to remove blobs that nothing refers to. */
export interface BlobReferences {
  isReferenced(blob: string): Promise<boolean>;
}

export interface FileRecords {
  findSource(documentId: string, originalId: string): Promise<OriginalSource | undefined>;
  /** The PDF that page images are drawn from. */
  findPageSource(documentId: string): Promise<string | undefined>;
  recordOriginal(documentId: string, originalId: string, made: StoredBlob): Promise<void>;
  findPageFile(documentId: string, pageNumber: number): Promise<StoredBlob | undefined>;
  recordPageFile(documentId: string, pageNumber: number, made: StoredBlob): Promise<void>;
  /** The blob of an image as it was filed, and what was made of it for delivery. */
  findFigure(
    documentId: string,
    name: string,
  ): Promise<{ readonly filed: string; readonly made: StoredBlob | undefined } | undefined>;
  recordFigure(documentId: string, name: string, made: StoredBlob): Promise<void>;
  /** Stored packages whose figures were not counted, of the next documents after a place; from 0 on. */
  listUncounted(after: number): Promise<{
    readonly packages: readonly UncountedPackage[];
    /** Undefined where no documents are left. */
    readonly next: number | undefined;
  }>;
  /** Of a package that is replaced meanwhile nothing is recorded. */
  recordFactCount(counted: UncountedPackage, factCount: number): Promise<void>;
}

export interface UncountedPackage {
  readonly place: number;
  readonly originalId: string;
  readonly blob: string;
}

export interface OriginalSource {
  /** Of a file already stored or made. */
  readonly stored: StoredBlob | undefined;
  readonly maker: { readonly name: string; readonly recipe: unknown } | undefined;
}

/** For the publisher alone; the search index's writer takes part in its transaction. */
export interface CatalogWriter {
  /** Pending documents whose time has come, the longest due first; a few at a time. */
  listDue(nowMs: number): Promise<string[]>;
  /** All or nothing. Transactions run one after the other, and no reader sees half of one. */
  transaction<T>(work: (catalog: CatalogTransaction) => Promise<T>): Promise<T>;
}

/** Each step is awaited. What was read stays true, since there are no other writers meanwhile. */
export interface CatalogTransaction {
  find(documentId: string): Promise<KnownDocument | undefined>;
  /** Inserts, or replaces everything but the row's identity. */
  put(document: DocumentRecord): Promise<void>;
  setStatus(documentId: string, status: ContentStatus): Promise<void>;
  setSuperseded(documentId: string, by: string | null): Promise<void>;
  /** The own texts of a document's sections as stored, in reading order. */
  sections(documentId: string): Promise<SectionText[]>;
  /** Ids that texts once had and no longer have, so that no other text gets them. */
  retiredSections(documentId: string): Promise<RetiredSection[]>;
  dividedAnew(documentId: string): Promise<DividedAnew | null>;
  /** Every document of that issuer and type: the candidates of supersession. */
  periodsOf(securityCode: string, documentType: string): Promise<PeriodRecord[]>;
  findNewsFingerprint(newsId: string): Promise<string | undefined>;
  putNews(news: NewsPublication, fingerprint: string): Promise<void>;
  findIssuer(securityCode: string): Promise<IssuerPublication | undefined>;
  putIssuer(issuer: IssuerPublication): Promise<void>;
  /** Of all keys that are not revoked. */
  standingPhrases(): Promise<readonly StandingPhrase[]>;
  putMatches(documentId: string, found: readonly FoundPhrase[], nowMs: number): Promise<void>;
}

export interface KnownDocument {
  readonly documentId: string;
  readonly fingerprint: string;
  readonly family: DocumentFamily;
  readonly type: string;
  readonly title: string;
  readonly securityCode: string | null;
  readonly issuerName: string | null;
  readonly timelineAtMs: number;
  readonly status: ContentStatus;
  readonly supersededBy: string | null;
  readonly hasSections: boolean;
  readonly periodEnd: string | null;
  readonly amendsDocumentId: string | null;
}

export interface DocumentRecord {
  readonly publication: Publication;
  readonly fingerprint: string;
  readonly status: ContentStatus;
  /** With the ids they keep, and their characters with and without descendants. */
  readonly sections: readonly SectionRecord[];
  readonly retired: readonly RetiredSection[];
  readonly dividedAnew: DividedAnew | null;
  /** The store has nothing of it yet. */
  readonly isNew: boolean;
  /** The texts of the sections as `packTexts` has packed them. */
  readonly packed?: PackedTexts | undefined;
}

/** Texts of sections in the form in which they are stored; packing needs no store. */
export interface PackedTexts {
  readonly texts: readonly Uint8Array[];
  /** Null where a section has no names. */
  readonly names: readonly (Uint8Array | null)[];
}

export interface SectionRecord extends SectionText {
  readonly characterCount: number;
  /** Of the normalised text, descendants included. */
  readonly textHash: string;
  /** Of its own text after its heading. */
  readonly ownTextHash: string;
  readonly pageNumber?: number | undefined;
  readonly pageConfidence?: number | undefined;
  readonly pageBreaks?: readonly PublicationPageBreak[] | undefined;
  readonly uncertainPages?: readonly number[] | undefined;
}

/** Own words of a section of a former outline, in the order in which they identify a piece. */
export interface FormerWords {
  /** Of the former section with its descendants. */
  readonly textHash: string;
  /** At which place of its own words they begin. */
  readonly offset: number;
  readonly start: number;
  readonly end: number;
  /** In the tags of then, where it is another one now. */
  readonly issuer?: string;
}

/** Places count visible characters of the document. */
export interface DividedAnew {
  /** Of each section in reading order, and the end of the last. */
  readonly starts: readonly number[];
  readonly former: readonly FormerWords[];
}

export interface RetiredSection {
  readonly sectionId: string;
  readonly textHash: string;
  /** The section that has its text now, where that is known. */
  readonly movedTo: string | null;
}

export interface PeriodRecord {
  readonly documentId: string;
  readonly fiscalPeriod: string | null;
  readonly periodEnd: string | null;
  readonly status: ContentStatus;
  readonly timelineAtMs: number;
  readonly supersededBy: string | null;
}

/** Used when blobs are evicted. */
export interface BlobPins {
  isPinned(blob: string): Promise<boolean>;
}

/** The store's part of `ready`: a short answer for each part, `ok` where nothing is wrong. */
export interface StoreProbe {
  check(): Promise<Readonly<Record<string, string>>>;
}
