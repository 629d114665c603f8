/**
 * Text of others must not reorder the page. A title that holds "read the rest from right to left" turns what stands
 * behind it around, and one that closes an isolation first breaks out of `<bdi>` as well. So these characters are
 * replaced, one for one, by a character that shows nothing: positions in the text stay what they were.
 */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const wordJoiner = "\u2060";

export function withoutBidiControls(text: string): string {
  return text.replace(bidiControls, wordJoiner);
}

export function hasBidiControls(text: string): boolean {
  return text.search(bidiControls) !== -1;
}

/** What is delivered of a document keeps its characters: it is set in blocks of its own, which contain it. */
const keptAsDelivered: ReadonlySet<string> = new Set(["content", "html"]);

/** The same for every string of a JSON value, but for the text of documents. */
export function valueWithoutBidiControls(value: unknown): unknown {
  if (typeof value === "string") return hasBidiControls(value) ? withoutBidiControls(value) : value;
  if (Array.isArray(value)) return value.map(valueWithoutBidiControls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      keptAsDelivered.has(key) && typeof each === "string" ? each : valueWithoutBidiControls(each),
    ]),
  );
}
