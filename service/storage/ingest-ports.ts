/** Records of ingestion, one for each item that is done or still to be done. */

export interface IngestRecord {
  /** A document's id, or what it is and its name: `list:2026-06-20`, `package:…`, `folder:…`, `news:…`. */
  readonly key: string;
  readonly kind: IngestKind;
  readonly state: IngestState;
  /** Of everything that `state` depends on and that was known beforehand. */
  readonly fingerprint: string;
  /** Japanese calendar day of the list that named it last. */
  readonly day: string | null;
  readonly submittedAtMs: number | null;
  /** JSON of what is needed to deal with it. */
  readonly detail: string | null;
  /** Why it was set aside: a word for programs, a sentence for people. */
  readonly reason: string | null;
  readonly message: string | null;
  /** That failed in a row. */
  readonly attempts: number;
  /** From when it is dealt with without being asked for; null: never. */
  readonly dueAtMs: number | null;
  readonly atMs: number;
}

/** A day's list, a document that it names, the list of companies, a file or statement given by hand, a source itself. */
export type IngestKind = "list" | "document" | "codes" | "file" | "source";

export type IngestState =
  | "waiting"
  /** Begun and not ended; in a process that has ended it was cut. */
  | "under_way"
  | "done"
  /** A document whose delivery has ended. */
  | "closed"
  | "set_aside";

export interface IngestRecords {
  find(key: string): Promise<IngestRecord | undefined>;
  /** Those of the keys that there are. */
  findAll(keys: readonly string[]): Promise<ReadonlyMap<string, IngestRecord>>;
  /** Inserts or replaces, all or none, and synced. */
  put(records: readonly IngestRecord[]): Promise<void>;
  /** Of the kinds that are dealt with unasked: company lists, then lists, then documents, the newest day first, in a day the earliest. */
  due(nowMs: number, limit: number): Promise<IngestRecord[]>;
  /** Makes one of them due that was set aside; false where there is none. */
  tryAgain(key: string, atMs: number): Promise<boolean>;
  /** When the next of them is due. */
  nextDueAtMs(): Promise<number | undefined>;
  /** By day. */
  lists(): Promise<IngestRecord[]>;
  /** By key, beginning after `after`. */
  inState(state: IngestState, after: string, limit: number): Promise<IngestRecord[]>;
  /** Documents that are not in yet, by day. */
  unfinishedDays(): Promise<UnfinishedDay[]>;
  /** Documents in each state. */
  documentTotals(): Promise<DocumentTotal[]>;
}

export interface DocumentTotal {
  readonly state: IngestState;
  readonly documents: number;
  /** Those that are dealt with unasked. */
  readonly due: number;
  readonly newestSubmittedAtMs: number | null;
}

export interface UnfinishedDay {
  readonly day: string;
  readonly documents: number;
  readonly firstSubmittedAtMs: number | null;
}
