import { nfkc } from "../../../lib/text/format/nfkc.ts";

/** Normalises a text for comparing two readings of it: without white space, widths and markup. */
export function normaliseText(markdown: string): string {
  return nfkc(markdown).replace(/<[^<>]*>|[\s|#*\\:-]/gu, "");
}
