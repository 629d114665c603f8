/** A text with some words marked, whatever their case; Latin ones where a word begins with them. */
export function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  if (words.length === 0) return text;
  // The longest first, so that a part of a word does not end its mark.
  const escaped = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => (/^\w/.test(word) ? "\\b" : "") + word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return text
    .split(new RegExp(`(${escaped.join("|")})`, "iu"))
    .map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece));
}
