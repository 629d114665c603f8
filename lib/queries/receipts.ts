import type { CheckedQuote } from "../receipts/check-quote.ts";
import type { Selection } from "../receipts/issue.ts";
import type { PublicKey } from "../receipts/signing-keys.ts";
import { api } from "../routes.ts";
import { fetchOwnApi } from "./own-api.ts";

export function issueReceipt(selection: Selection) {
  return fetchOwnApi<{ readonly receipt_id: string }>(api.receipts(), { method: "POST", body: selection });
}

export function checkQuotes(quotes: readonly { readonly document_id: string; readonly quote: string }[]) {
  return fetchOwnApi<{ readonly checked: readonly CheckedQuote[] }>(api.checkQuotes(), {
    method: "POST",
    body: { quotes },
  });
}

export function fetchReceiptKeys() {
  return fetchOwnApi<{ readonly keys: readonly PublicKey[] }>(api.receiptKeys());
}
