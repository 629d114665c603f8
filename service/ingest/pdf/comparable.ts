import type { PublicationSection } from "../../domain/publishing/publication.ts";

/**
 * Normalises text to compare a filing's HTML pages with its PDF: only letters and digits, in one width and case, since
 * spaces, marks and rules differ between the two.
 */
export interface Comparable {
  readonly text: string;
  /** For each UTF-16 unit of `text`: how many code points of the source stand before it. */
  readonly offsets: Uint32Array;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
const markup = /<\/?[a-z][^<>]*>|&(?:[a-z]{2,6}|#\d{1,6});|\]\([^)\s]*\)/giy;

export function comparable(source: string): Comparable {
  const parts: string[] = [];
  const offsets: number[] = [];
  let points = 0;
  for (let at = 0; at < source.length; ) {
    const code = source.codePointAt(at) ?? 0;
    if (code === 0x3c || code === 0x26 || code === 0x5d) {
      markup.lastIndex = at;
      const found = markup.exec(source)?.[0];
      if (found !== undefined) {
        const decoded = entities[found.slice(1, -1)];
        if (decoded === undefined) {
          points += [...found].length;
          at += found.length;
          continue;
        }
      }
    }
    const letters = lettersOf(code);
    parts.push(letters);
    for (let unit = 0; unit < letters.length; unit++) offsets.push(points);
    points++;
    at += code > 0xffff ? 2 : 1;
  }
  return { text: parts.join(""), offsets: Uint32Array.from(offsets) };
}

/** The letters and digits that a character stands for, as UTF-16 units: most are themselves. */
function lettersOf(code: number): string {
  const isPlain =
    (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3041 && code <= 0x3096) || (code >= 0x30a1 && code <= 0x30fa);
  if (isPlain) return String.fromCodePoint(code);
  if (code < 0x30) return "";
  return String.fromCodePoint(code)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The texts of sections one after the other, and where each begins in it. */
export interface ComparableSections extends Comparable {
  readonly starts: readonly number[];
}

export function comparableSections(sections: readonly PublicationSection[]): ComparableSections {
  const parts = sections.map(({ markdown }) => comparable(markdown));
  const starts: number[] = [];
  let length = 0;
  for (const { text } of parts) {
    starts.push(length);
    length += text.length;
  }
  const offsets = new Uint32Array(length);
  parts.forEach((part, at) => offsets.set(part.offsets, starts[at]));
  return { text: parts.map(({ text }) => text).join(""), offsets, starts };
}
