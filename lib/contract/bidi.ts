/**
 * Text from outside must not reorder the page. A title with a right-to-left control reverses the text after it, and one
 * that first closes an isolation does so even inside `<bdi>`. These characters are therefore replaced one for one by an
 * invisible character, so that positions in the text stay the same.
 */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const wordJoiner = "\u2060";

export function withoutBidiControls(text: string): string {
  return text.replace(bidiControls, wordJoiner);
}

export function hasBidiControls(text: string): boolean {
  return text.search(bidiControls) !== -1;
}

/** The text of documents keeps its characters: it is shown in separate blocks, which limit the effect. */
const keptAsDelivered: ReadonlySet<string> = new Set(["content", "html"]);

/** Cleans every string of a JSON value except the text of documents. */
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
