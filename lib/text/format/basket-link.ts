import { readPages, writePages } from "./page-ranges.ts";

/**
 * The lines of a basket as parts of a link. A link says what was collected, by ids alone: neither prices, nor what is
 * owned, nor any right to it.
 *
 *   s~S100ABCD~s1~s2-3   p~S100ABCD~1-3,7   o~S100ABCD~pdf   t~S100ABCD   q~search_documents~{"query":"…"}
 */
export type LinkedLine =
  | { readonly kind: "content"; readonly document_id: string }
  | { readonly kind: "sections"; readonly document_id: string; readonly sections: readonly string[] }
  | { readonly kind: "pages"; readonly document_id: string; readonly pages: readonly number[] }
  | { readonly kind: "original"; readonly document_id: string; readonly original_id: string }
  | { readonly kind: string; readonly input: unknown };

/** Lines that have the shape of one, still to be checked, and the number of unreadable parts. */
export interface ReadLink {
  readonly lines: readonly LinkedLine[];
  readonly unreadable: number;
  /** Parts beyond the most that a basket holds. */
  readonly tooMany: number;
}

export const linkedLinesMax = 100;
/** Longer addresses are refused by many programs on their way. */
export const linkCharactersMax = 6_000;
const lastPage = 5_000;

export function writeLinkedLine(line: LinkedLine): string {
  if ("input" in line) return join("q", line.kind, JSON.stringify(line.input));
  switch (line.kind) {
    case "content":
      return join("t", line.document_id);
    case "sections":
      return join("s", line.document_id, ...line.sections);
    case "pages":
      return join("p", line.document_id, writePages(line.pages).replaceAll(", ", ",").replaceAll("–", "-"));
    case "original":
      return join("o", line.document_id, line.original_id);
  }
}

export function readLinkedLines(parts: readonly string[]): ReadLink {
  const some = parts.slice(0, linkedLinesMax);
  const read = some.map(readLinkedLine);
  const lines = read.filter((line) => line !== undefined);
  return { lines, unreadable: some.length - lines.length, tooMany: parts.length - some.length };
}

function readLinkedLine(part: string): LinkedLine | undefined {
  const [mark, ...fields] = split(part);
  const [first, second, ...more] = fields;
  if (first === undefined || first === "") return undefined;
  if (mark === "t" && second === undefined) return { kind: "content", document_id: first };
  if (second === undefined || second === "") return undefined;
  if (mark === "s") return { kind: "sections", document_id: first, sections: [second, ...more] };
  if (more.length > 0) return undefined;
  if (mark === "o") return { kind: "original", document_id: first, original_id: second };
  if (mark === "q") return questionOf(first, second);
  const pages = mark === "p" ? readPages(second, lastPage) : undefined;
  return pages === undefined || pages.length === 0 ? undefined : { kind: "pages", document_id: first, pages };
}

function questionOf(kind: string, text: string): LinkedLine | undefined {
  try {
    return { kind, input: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Fields may have any character; the one that parts them is written as its code. */
function join(...fields: string[]): string {
  return fields.map((field) => field.replaceAll("%", "%25").replaceAll("~", "%7E")).join("~");
}

function split(part: string): string[] {
  return part.split("~").map((field) => field.replaceAll("%7E", "~").replaceAll("%25", "%"));
}
