/** What two readings of the same text have in common: without white space, widths and markup. */
export function normaliseText(markdown: string): string {
  return markdown.normalize("NFKC").replace(/<[^>]*>|[\s|#*\\:-]/gu, "");
}
