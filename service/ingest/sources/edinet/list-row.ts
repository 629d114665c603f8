import { z } from "zod";

/** PostgreSQL stores no NUL, and no name or title has so many characters. */
const text = z
  .string()
  .max(2_000)
  .refine((value) => !value.includes("\0"))
  .nullable()
  .catch(null);
const documentId = z.string().regex(/^S[0-9A-Z]{7}$/);
const flag = z
  .union([z.string(), z.number()])
  .nullable()
  .transform((value) => String(value ?? "0"))
  .catch("0");

/** A row of the list. All flags are strings, blanks are null, and a withdrawn or expired row keeps little but ids. */
export const ListRow = z.object({
  seqNumber: z.coerce.number().catch(0),
  docID: documentId,
  edinetCode: text,
  secCode: text,
  JCN: text,
  filerName: text,
  fundCode: text,
  ordinanceCode: text,
  formCode: text,
  docTypeCode: text,
  periodStart: text,
  periodEnd: text,
  submitDateTime: text,
  docDescription: text,
  issuerEdinetCode: text,
  subjectEdinetCode: text,
  parentDocID: documentId.nullable().catch(null),
  opeDateTime: text,
  withdrawalStatus: flag,
  docInfoEditStatus: flag,
  disclosureStatus: flag,
  xbrlFlag: flag,
  pdfFlag: flag,
  attachDocFlag: flag,
  englishDocFlag: flag,
  csvFlag: flag,
  legalStatus: flag,
});
export type ListRow = z.infer<typeof ListRow>;

export const ListAnswer = z.object({
  metadata: z.object({
    status: z.coerce.string(),
    message: z.string().optional(),
    resultset: z.object({ count: z.coerce.number() }).optional().catch(undefined),
  }),
  results: z.array(z.unknown()).optional(),
});
export type ListAnswer = z.infer<typeof ListAnswer>;

/** The other format of an error: the gateway's answer about a key. */
export const GatewayError = z.object({ StatusCode: z.coerce.number(), message: z.string().catch("") });

type FilingState =
  /** The document can be read and delivered. */
  | "open"
  /** Withdrawn, expired or closed by the authority: known documents stay listed, but are not delivered. */
  | "closed"
  /** A withdrawal of the document in `parentDocID`. */
  | "withdraws_parent";

export function filingStateOf(row: ListRow): FilingState {
  if (row.withdrawalStatus === "1") return "withdraws_parent";
  const isDisclosed = row.disclosureStatus === "0" || row.disclosureStatus === "3";
  if (row.withdrawalStatus === "2" || row.legalStatus === "0" || !isDisclosed) return "closed";
  return row.docTypeCode === null ? "closed" : "open";
}
