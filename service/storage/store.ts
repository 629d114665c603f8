import type { EmbeddingProvider } from "../embedding/provider.ts";
import type { FollowingIndex, SearchWriter } from "../search/port.ts";
import type { SearchSource } from "../search/source.ts";
import type { Glossary, GlossaryPair } from "../search/words.ts";
import type {
  BlobPins,
  BlobReferences,
  Catalog,
  CatalogWriter,
  CountedKeys,
  FileRecords,
  IngestRecords,
  Keys,
  Ledger,
  OperatorStore,
  QuoteChecks,
  StandingPhrases,
  StoreProbe,
} from "./ports.ts";

/** The store of one installation on one engine, at this program's version. Several processes may have it open. */
export interface Store {
  readonly keys: Keys;
  readonly ledger: Ledger;
  readonly quoteChecks: QuoteChecks;
  readonly standing: StandingPhrases;
  readonly operator: OperatorStore;
  readonly probe: StoreProbe;
  readonly pins: BlobPins;
  /** For a service that starts. */
  countedKeys(): CountedKeys;
  library(): LibraryStore;
  samples(): SampleRecords;
  ingestRecords(): IngestRecords;
  /** Brings an index of this process's own up to date, and keeps it so; nothing where the index is in the store. */
  prepareSearch(onProgress: (done: number) => void, onFailure: (error: Error) => void): Promise<void>;
  searchIndex(options: SearchOptions): FollowingIndex & { readonly waiting: number };
  outsideSearch(): OutsideSearch;
  /** From the documents of this store. */
  readonly learned: LearnedWords;
  readonly sizes: StoreSizes;
  /** Undefined for the one process with a folder. */
  readonly installation:
    | { readonly mark: string; readonly contentTagKey: Uint8Array; readonly carriedSecret: Uint8Array | undefined }
    | undefined;
  /** One process does some work for all. */
  leads(): Promise<boolean>;
  /** True where this process is the one that watches the sources for all. */
  ingests(): Promise<boolean>;
  /** Gives back what it has in memory of its files, when nobody asks. */
  giveBack(): void;
  close(): void | Promise<void>;
}

export interface LearnedWords {
  pairs(): Promise<readonly GlossaryPair[]>;
  /** Counts them again from the documents; returns how many there are. */
  rebuild(): Promise<number>;
}

/** How a store is searched by an engine outside of it. */
export interface OutsideSearch {
  readonly source: SearchSource;
  glossary(): Glossary;
  deliverable(documentIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** From here on publications are left to the engine, and an index in the store is not kept. */
  prepare(): Promise<void>;
  /** One process brings the publications of all to the engine. */
  isFollower(): Promise<boolean>;
  /** False after it was left, until it is rebuilt. */
  isEmbeddedComplete(): boolean;
}

export interface LibraryStore {
  readonly catalog: Catalog;
  readonly writer: CatalogWriter;
  /** Takes part in the transactions of `writer`. */
  readonly searchWriter: SearchWriter;
  readonly files: FileRecords;
  readonly references: BlobReferences;
  /** A few files that must exist, for the readiness check: those of the newest documents. */
  newestFiles(): Promise<readonly string[]>;
}

export interface SearchOptions {
  /** How long a search may have to wait for a thread; one that would wait longer is refused at once. */
  readonly waitMsMax?: number;
  readonly embedding: EmbeddingProvider | undefined;
  readonly onEmbeddingFailure: (error: unknown) => void;
}

export interface StoreSizes {
  /** By file, or by part of a database. */
  bytes(): Promise<Readonly<Record<string, number>>>;
  keptAnswers(): Promise<number>;
}

export interface SampleRecords {
  find(): Promise<SampleMarketRow | undefined>;
  put(record: SampleMarketRow): Promise<void>;
  count(): Promise<SampleCount[]>;
}

/** The parameters of the market in a store, so that loading it again gives the same. */
export interface SampleMarketRow {
  readonly seed: number;
  readonly anchorDay: string;
  readonly issuers: number;
  readonly years: number;
  readonly lengths: "full" | "short";
  /** How many issuers' parts are written, counted through the newest year and then what came before it. */
  readonly written: number;
  readonly completed: boolean;
}

/** Documents of the sample market that are alike. */
export interface SampleCount {
  readonly family: string;
  readonly type: string;
  readonly status: string;
  readonly documents: number;
  /** Hidden by a later period where only the latest is asked for. */
  readonly superseded: number;
  readonly amendments: number;
}
