import { enclosed } from "../format/enclosed.ts";

/**
 * A text cut into what is compared as one: a sentence, a heading, a row of a table. The units joined are the text,
 * character by character.
 */
export interface Unit {
  readonly text: string;
  readonly kind: "prose" | "heading" | "row";
}

export function unitsOf(text: string): Unit[] {
  return text.split(/(?<=\n)/u).flatMap((line): Unit[] => {
    if (/^\s*\|/u.test(line)) return [{ text: line, kind: "row" }];
    if (/^\s*#{1,6}[ \t]/u.test(line)) return [{ text: line, kind: "heading" }];
    if (/<\/?(?:table|tr|t[hd])\b/iu.test(line)) return htmlRows(line);
    return sentences(line).map((sentence) => ({ text: sentence, kind: "prose" }));
  });
}

/** Merged cells come as HTML, many rows in a line. */
function htmlRows(line: string): Unit[] {
  return line
    .split(/(?<=<\/tr>)|(?=<\/(?:tbody|thead|table)>)/iu)
    .filter((row) => row !== "")
    .map((row) => ({ text: row, kind: "row" }));
}

/**
 * A sentence ends with its mark and the brackets that close it; an empty line belongs to what is before it. Looking
 * back over brackets comes last: it is done once for a run of them.
 */
function sentences(line: string): string[] {
  return line
    .split(/(?![」』）)。])(?<=[。．！？!?][」』）)]*)|(?<=[a-z)]\.\s)(?=[A-Z])/u)
    .filter((part) => part !== "");
}

const number = String.raw`[△▲+\-−]?[0-9０-９]+(?:[,，.．][0-9０-９]+)*`;
const tokens = new RegExp(
  String.raw`<[^<>]*>|${number}|[A-Za-zＡ-Ｚａ-ｚ]+|[ァ-ヺー]+|\s+|[\uD800-\uDBFF][\uDC00-\uDFFF]|[\s\S]`,
  "gu",
);

/** What is replaced as one within a sentence: a whole number, a word in Latin or katakana, any other character alone. */
export function tokensOf(text: string): string[] {
  return text.match(tokens) ?? [];
}

/** What stands between the cells of a row, and the cells, alternating; of a row of bars the bars are between. */
export function cellsOf(row: string): string[] {
  if (/^\s*\|/u.test(row)) return row.split(/(?<!\\)(\|)/u);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, open, inner } of enclosed(row, /<t[hd]\b[^<>]*>/giu, /<\/t[hd]>/giu)) {
    const from = start + open[0].length;
    pieces.push(row.slice(at, from), inner);
    at = from + inner.length;
  }
  return [...pieces, row.slice(at)];
}
