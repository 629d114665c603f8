import { type Receipt, receiptFormat } from "../../../evidence/receipts/receipt.ts";

export const filedAt = "2026-06-25T15:00:00+09:00";

/** The proof of a sentence in a document of an issuer who is not followed. */
export function receiptOf(document_id: string, service: string, before: Partial<Receipt["document"]> = {}): Receipt {
  return {
    ...{ format: receiptFormat, quote: "売上高は12,345百万円であります。", section: null, page: null, ledger: null },
    document: {
      ...{ document_id, title: `有価証券報告書 ${document_id}`, issuer_name: "例", security_code: "6758" },
      ...{ document_type: null, timeline_at: filedAt, amended_by_document_id: null, superseded_by_document_id: null },
      ...before,
    },
    offsets: { start: 0, end: 17 },
    delivered: { sha256: "0".repeat(64), byte_size: 99, text: "/content", at: filedAt },
    source: { service, url: null, attribution: null },
    issued_at: filedAt,
    ...{ signer: { algorithm: "Ed25519", kid: "k", public_key: "p" }, signature: "s" },
  };
}
