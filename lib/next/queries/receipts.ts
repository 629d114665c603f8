import type { ServiceAnswer } from "../../evidence/receipts/ask-service.ts";
import type { CheckedQuote } from "../../evidence/receipts/check-quote.ts";
import type { Selection } from "../../evidence/receipts/issue.ts";
import type { PublicKey } from "../../evidence/receipts/signing-keys.ts";
import { api } from "../../routes.ts";
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

/** Sends the words to the service, with the reader's key. It costs nothing. */
export function askService(quote: { readonly document_id: string; readonly quote: string }) {
  return fetchOwnApi<ServiceAnswer>(api.askService(), { method: "POST", body: quote });
}

export function fetchReceiptKeys() {
  return fetchOwnApi<{ readonly keys: readonly PublicKey[] }>(api.receiptKeys());
}
