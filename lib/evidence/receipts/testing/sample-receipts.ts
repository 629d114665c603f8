import { type Receipt, receiptFormat } from "../receipt.ts";
import { type loadSigningKeys, signReceipt } from "../signing-keys.ts";

interface Passage {
  readonly document_id: string;
  readonly document_title: string | null;
  readonly issuer_name: string | null;
  readonly section_id: string | null;
  readonly heading: string | null;
  readonly page: number | null;
  readonly text: string;
  readonly offsets: Receipt["offsets"];
  readonly sha256: string;
  readonly receipt_id: string | null;
}

/** A receipt for each passage, by its id. */
export function sampleReceipts(
  keys: ReturnType<typeof loadSigningKeys>,
  passages: readonly Passage[],
): Readonly<Record<string, Receipt>> {
  const all = passages.map((passage) => {
    const { document_id, document_title, issuer_name, section_id, heading, page, text, offsets, sha256 } = passage;
    const receipt = signReceipt(
      {
        format: receiptFormat,
        quote: text,
        document: {
          document_id,
          title: document_title,
          issuer_name,
          security_code: null,
          document_type: null,
          timeline_at: null,
          amended_by_document_id: null,
          superseded_by_document_id: null,
        },
        section: section_id === null ? null : { section_id, title: heading },
        page,
        offsets,
        delivered: { sha256, byte_size: 100, text: "/content", at: "2026-11-22T10:01:00+09:00" },
        source: { service: "http://127.0.0.1:8787", url: null, attribution: null },
        ledger: { entry: "ledger-entry-secret", at: "2026-11-22T10:01:00+09:00", request_id: null },
        issued_at: "2026-11-22T01:01:01.000Z",
      },
      keys,
    );
    return [passage.receipt_id ?? "", receipt] as const;
  });
  return Object.fromEntries(all);
}
