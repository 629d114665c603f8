import { randomBytes } from "node:crypto";
import type { Owner } from "../../owners/owner.ts";
import { type App, app } from "../../running-app.ts";
import type { Spender } from "../../spending/ports.ts";
import { PurchaseProblem } from "../../spending/problems.ts";
import { spenderOf } from "../../spending/purchases.ts";
import { findReceipt, keepReceipt } from "../../store/receipts.ts";
import { type CheckedQuote, checkQuotes } from "./check-quote.ts";
import { recordQuote, type Selection } from "./issue.ts";
import { Receipt } from "./receipt.ts";
import { signReceipt } from "./signing-keys.ts";

/** Receipts for words that an owner has bought. Nothing here calls the service or charges anything. */
export interface KeptReceipt {
  readonly receipt_id: string;
  readonly receipt: Receipt;
}

export function issueReceipt(owner: Owner, selection: Selection): Promise<KeptReceipt> {
  return issueReceiptFor(app(), spenderOf(owner), selection);
}

/** For whoever acts for an owner: a person, one of their programs, or an answer that they asked for. */
export async function issueReceiptFor(
  {
    purchases,
    store,
    signing,
  }: Pick<App, "store" | "signing"> & {
    readonly purchases: Pick<App["purchases"], "deps" | "rows">;
  },
  reader: Pick<Spender, "ownerId" | "upstream">,
  selection: Selection,
): Promise<KeptReceipt> {
  const { deps, rows } = purchases;
  const record = await recordQuote(deps, rows, reader, selection);
  const { delivered, offsets } = record;
  const kept = await keepReceipt(store, {
    receipt_id: randomBytes(9).toString("base64url"),
    owner_id: reader.ownerId,
    passage: `${delivered.sha256} ${delivered.text} ${offsets.start}-${offsets.end}`,
    record: JSON.stringify(signReceipt(record, signing.all())),
    issued_at: deps.clock.nowMs(),
  });
  if (kept === undefined)
    throw new PurchaseProblem(409, "receipts_full", "This library has 10,000 proofs, the most it takes.");
  return { receipt_id: kept.receipt_id, receipt: Receipt.parse(JSON.parse(kept.record)) };
}

/** A receipt by its id, for any signed-in reader: whoever has its link was given it. */
export async function receiptOf(receiptId: string): Promise<Receipt | undefined> {
  const row = await findReceipt(app().store, receiptId);
  return row === undefined ? undefined : Receipt.parse(JSON.parse(row.record));
}

export async function checkOwnQuotes(
  owner: Owner,
  quotes: readonly { readonly document_id: string; readonly quote: string }[],
): Promise<readonly CheckedQuote[]> {
  const { deps, rows } = app().purchases;
  return checkQuotes(deps, rows, spenderOf(owner), quotes);
}
