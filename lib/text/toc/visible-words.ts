/**
 * The visible part of a Markdown text: without white space, tags, images and the marks of headings, lists, tables and
 * emphasis. Two readings of the same page have the same, however they divide it into sections.
 */
export function visibleWords(markdown: string): string {
  return markdown.replace(unseen, "");
}

/** Cuts out visible characters `from` to `to`. Marks before a character go with it, so that pieces joined are the text. */
export function cutVisible(markdown: string, from: number, to: number): string {
  const [start, end] = [placeOf(markdown, from), placeOf(markdown, to)];
  return markdown.slice(start, end);
}

/** Signs of figures and marks of notes stay: `-` within a line, `※`, `△`. */
const unseen = /<[^<>]*>|!\[[^\]\n]{0,200}\]\([^)\n]{0,200}\)|^\|(?: ?:?-{3,}:? ?\|)+$|^[ \t]*[-+] |[\s|#*\\]/gmu;

/** The place at which the marks before a visible character begin; the end of the text where it has no such character. */
function placeOf(markdown: string, visible: number): number {
  if (visible === 0) return 0;
  let seen = 0;
  let from = 0;
  for (const match of markdown.matchAll(unseen)) {
    const beyond = match.index - from;
    if (seen + beyond >= visible) break;
    seen += beyond;
    from = match.index + match[0].length;
  }
  return Math.min(from + visible - seen, markdown.length);
}
