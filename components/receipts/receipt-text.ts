import type { Receipt } from "@/lib/evidence/receipts/receipt";
import { type CitationLanguage, cite } from "@/lib/text/format/citation";

/** A receipt to paste beside the quote: the words, where they stand, and what proves it. */
export function receiptText(receipt: Receipt, fingerprint: string, language: CitationLanguage): string {
  const { document, section, page, offsets, delivered } = receipt;
  const cited = {
    ...document,
    document_family: null,
    period_start: null,
    period_end: null,
    source_url: receipt.source.url,
    source_attribution: receipt.source.attribution,
  };
  const place = { url: null, sectionTitle: section?.title ?? null, page };
  const quoted = language === "ja" ? `「${receipt.quote}」` : `“${receipt.quote}”`;
  return [
    quoted,
    cite(cited, place, "plain", language),
    `${document.document_id} [${offsets.start}-${offsets.end}] SHA-256 ${delivered.sha256}`,
    `Ed25519 ${fingerprint} ${receipt.issued_at}`,
  ].join("\n");
}
