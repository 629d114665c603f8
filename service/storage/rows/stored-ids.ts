import type { DocumentId, NewsId, OriginalId, SectionId, SecurityCode } from "../../../lib/contract/ids.ts";

/** Ids out of the store were parsed when their documents were published; parsing them again would slow every list. */
export const storedDocumentId = (text: string): DocumentId => text as DocumentId;
export const storedSectionId = (text: string): SectionId => text as SectionId;
export const storedOriginalId = (text: string): OriginalId => text as OriginalId;
export const storedNewsId = (text: string): NewsId => text as NewsId;
export const storedSecurityCode = (text: string): SecurityCode => text as SecurityCode;

export function orNull<T>(brand: (text: string) => T, text: string | null): T | null {
  return text === null ? null : brand(text);
}
