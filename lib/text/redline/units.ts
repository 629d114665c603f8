import { enclosed } from "../format/enclosed.ts";

/** A sentence, a heading or a row of a table. The units joined are the text, character by character. */
export interface Unit {
  readonly text: string;
  /** The words by which it is the same: without where a line is set and without the level of a heading. */
  readonly key: string;
  readonly kind: "prose" | "heading" | "row";
}

export function unitsOf(text: string): Unit[] {
  return text.split(/(?<=\n)/u).flatMap((line) => alignedUnits(line) ?? unitsOfLine(line));
}

function unitsOfLine(line: string): Unit[] {
  if (/^\s*\|/u.test(line)) return [{ text: line, key: line, kind: "row" }];
  if (/^\s*#{1,6}[ \t]/u.test(line)) return [{ text: line, key: line.replace(/#+/u, "#"), kind: "heading" }];
  if (/<\/?(?:table|tr|t[hd])\b/iu.test(line)) return htmlRows(line);
  return sentences(line).map((sentence) => ({ text: sentence, key: sentence, kind: "prose" }));
}

const alignedLine = /^<p align="(?:right|center)">.*<\/p>\s*$|^<h6>[^<>&]*<\/h6>\s*$/u;
const alignedPieces = /^<p align="(?:right|center)">|^<h6>|<\/(?:p|h6)>(?=\s*$)|<\/?strong>|<br>|[^<]+|</gu;

/**
 * The units of a line that says where it is set, with the words that the same line has where it doesn't: texts that
 * were fetched earlier don't say it (`withoutAlignment`).
 */
function alignedUnits(line: string): Unit[] | undefined {
  if (!alignedLine.test(line)) return undefined;
  const pieces = (line.match(alignedPieces) ?? []).map((text) => ({ text, key: plainPiece(text) }));
  const key = pieces.map((piece) => piece.key).join("");
  const units: { text: string; key: string; kind: Unit["kind"] }[] = [];
  let [at, within, seen] = [0, 0, 0];
  for (const unit of key.split(/(?<=\n)/u).flatMap(unitsOfLine)) {
    let text = "";
    for (const end = seen + unit.text.length; seen < end && at < pieces.length; ) {
      const piece = pieces[at] ?? { text: "", key: "" };
      const rest = piece.key.length - within;
      const taken = piece.text === piece.key ? Math.min(rest, end - seen) : rest;
      text += piece.text === piece.key ? piece.text.slice(within, within + taken) : piece.text;
      seen += taken;
      [at, within] = taken === rest ? [at + 1, 0] : [at, within + taken];
    }
    units.push({ text, key: unit.key, kind: unit.kind });
  }
  // Behind the last words: what closes the line.
  const left = pieces
    .slice(at)
    .map((piece) => piece.text)
    .join("");
  const last = units.at(-1);
  if (last === undefined) return [{ text: line, key: line, kind: "prose" }];
  last.text += left;
  return units;
}

function plainPiece(piece: string): string {
  if (/^<\/?(?:p|h6)\b/u.test(piece)) return "";
  if (piece === "<br>") return "\\\n";
  return /^<\/?strong>$/u.test(piece) ? "**" : piece;
}

/** Merged cells come as HTML, many rows in a line. */
function htmlRows(line: string): Unit[] {
  return line
    .split(/(?<=<\/tr>)|(?=<\/(?:tbody|thead|table)>)/iu)
    .filter((row) => row !== "")
    .map((row) => ({ text: row, key: row, kind: "row" }));
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

/** The smallest replaced pieces: a whole number, a word in Latin or katakana, any other character alone. */
export function tokensOf(text: string): string[] {
  return text.match(tokens) ?? [];
}

/** Cells and the separators between them, alternating; of a row of bars the bars separate. */
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
