import { z } from "zod";

/** Ids are branded types, so that an issuer's code can't be passed as a document's id. */
/** `.` and `..` are no ids, because as part of an address they mean another address. */
export const idPattern = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,128}$/;

export const DocumentId = z.string().regex(idPattern).brand<"DocumentId">();
export type DocumentId = z.infer<typeof DocumentId>;

export const SectionId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(?!\.{1,2}$)/)
  .brand<"SectionId">();
export type SectionId = z.infer<typeof SectionId>;

export const OriginalId = z.string().regex(idPattern).brand<"OriginalId">();
export type OriginalId = z.infer<typeof OriginalId>;

export const PhraseId = z.string().regex(idPattern).brand<"PhraseId">();
export type PhraseId = z.infer<typeof PhraseId>;

export const NewsId = z.string().regex(idPattern).brand<"NewsId">();
export type NewsId = z.infer<typeof NewsId>;

export const SecurityCode = z.string().brand<"SecurityCode">();
export type SecurityCode = z.infer<typeof SecurityCode>;

/** RFC 3339 with an offset; our service always writes +09:00. */
export const DateTime = z.iso.datetime({ offset: true });

/** A Japanese calendar day, YYYY-MM-DD. */
export const CalendarDate = z.iso.date();
