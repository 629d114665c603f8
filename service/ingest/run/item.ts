import type { IngestRecord } from "../../storage/ports.ts";
import type { Change } from "./publication-sink.ts";

/** One document on its way in. */
export interface IngestItem {
  /** Its identity in the records. */
  readonly key: string;
  /** Further facts that are recorded of it. */
  readonly record?: Partial<Pick<IngestRecord, "kind" | "day" | "submittedAtMs" | "detail">>;
  /** A fingerprint of everything that the outcome depends on and that is known beforehand. */
  fingerprint(): Promise<string>;
  ingest(): Promise<ItemOutcome>;
}

export interface ItemOutcome {
  readonly change: Change | "closed" | "nothing";
  readonly summary?: DocumentSummaryLine;
}

export interface DocumentSummaryLine {
  readonly documentId: string;
  readonly type: string;
  readonly sections: number;
  readonly characters: number;
  readonly tables: number;
  readonly pages: number;
  readonly images: number;
  readonly missingPages: readonly string[];
}
