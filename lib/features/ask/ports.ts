import type { DocumentSummary, DocumentTocResponse, Issuer } from "../../contract/resources.ts";
import type { UnsignedReceipt } from "../../evidence/receipts/receipt.ts";
import type { OwnedFiling } from "../../reading/figures.ts";
import type { PurchaseService } from "../../spending/engine/purchase-service.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../../spending/ports.ts";
import type { AnswerRun, Wording } from "./record.ts";

export interface AnswerDeps {
  readonly purchaseService: PurchaseService;
  readonly rows: PurchaseStore;
  readonly deps: SpendingDeps;
  finds(spender: Spender): FreeFinds;
  /** Packages of these issuers that are owned, newest first. */
  figures(reader: Reader, codes: readonly string[]): Promise<readonly OwnedFiling[]>;
  /** Proves that words stand in delivered text, and keeps the receipt; undefined where they don't. */
  prove(reader: Reader, selection: Selection): Promise<Proof | undefined>;
  /** A run goes on when nobody waits for it. */
  goOn(running: Promise<void>): void;
  /** Words an answer by a language model; undefined where none is set up. */
  readonly word?: ((run: AnswerRun) => Promise<Wording | undefined>) | undefined;
}

export type Reader = Pick<Spender, "ownerId" | "upstream">;

export interface FreeFinds {
  issuers(words: string): Promise<readonly Issuer[]>;
  documents(
    codes: readonly string[],
    days: { readonly since?: string | undefined; readonly until?: string | undefined },
  ): Promise<readonly DocumentSummary[]>;
  document(documentId: string): Promise<DocumentSummary>;
  /** Null where the document can't be delivered. */
  toc(documentId: string): Promise<DocumentTocResponse | null>;
}

export interface Selection {
  readonly document_id: string;
  readonly section_id: string;
  readonly quote: string;
}

export interface Proof {
  readonly receipt_id: string | null;
  readonly record: UnsignedReceipt;
}
