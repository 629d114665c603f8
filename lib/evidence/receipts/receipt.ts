import { z } from "zod";

/**
 * A receipt for words: what was quoted, where it stands in what the service delivered, and who says so. The signature is
 * over the canonical JSON of everything else. Offsets are code points of the delivered text, which `delivered.text`
 * points to within the delivered bytes (RFC 6901), so that one file and one hash prove the quote.
 */
export const receiptFormat = "hiraku-receipt/1";

const text = z.string().nullable();

export const Receipt = z.strictObject({
  format: z.literal(receiptFormat),
  quote: z.string().min(1),
  document: z.strictObject({
    document_id: z.string(),
    title: text,
    issuer_name: text,
    security_code: text,
    document_type: text,
    timeline_at: text,
    amended_by_document_id: text,
    superseded_by_document_id: text,
  }),
  section: z.strictObject({ section_id: z.string(), title: text }).nullable(),
  page: z.int().nullable(),
  offsets: z.strictObject({ start: z.int().min(0), end: z.int().min(1) }),
  delivered: z.strictObject({
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    byte_size: z.int().min(1),
    text: z.string().regex(/^\//),
    at: z.string(),
  }),
  source: z.strictObject({ service: z.string(), url: text, attribution: text }),
  ledger: z.strictObject({ entry: z.string(), at: z.string(), request_id: text }).nullable(),
  issued_at: z.string(),
  signer: z.strictObject({ algorithm: z.literal("Ed25519"), kid: z.string(), public_key: z.string() }),
  signature: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;
export type UnsignedReceipt = Omit<Receipt, "signature" | "signer">;

/** The longest quote that is signed, in characters: a receipt is proof of a passage and no copy of a filing. */
export const quoteMax = 4000;
