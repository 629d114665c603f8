/** Normalises a text for comparing two readings of it: without white space, widths and markup. */
export function normaliseText(markdown: string): string {
  return markdown.normalize("NFKC").replace(/<[^>]*>|[\s|#*\\:-]/gu, "");
}
