import type { Publisher } from "../../domain/publishing/index.ts";
import type { Library } from "../../library.ts";
import type {
  Catalog,
  CountedKeys,
  IngestRecords,
  Keys,
  Ledger,
  OperatorStore,
  QuoteChecks,
  StandingPhrases,
} from "../ports.ts";

/** One engine's side of every storage port, on one folder or database. */
export interface Opened {
  readonly keys: Keys;
  readonly ledger: Ledger;
  readonly countedKeys: CountedKeys;
  readonly quoteChecks: QuoteChecks;
  readonly standing: StandingPhrases;
  readonly catalog: Catalog;
  readonly publisher: Publisher;
  readonly ingestRecords: IngestRecords;
  readonly operator: OperatorStore;
  readonly library: Pick<Library, "blobs" | "countFigures">;
  /** As another process would open it, after this one has ended. */
  reopen(): Promise<Opened>;
  close(): Promise<void>;
}
