import type { Element } from "hast";
import { isFigure } from "./figures.ts";
import { isElement, toText } from "./hast.ts";
import { unbroken } from "./keep-whole.ts";
import type { Cell, Grid, Row } from "./table-grid.ts";

/** In half-width characters: a Japanese one takes two. */
export function halfWidths(words: string): number {
  let width = 0;
  for (const character of words) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
  return width;
}

/** Fits on one line of a narrow column: a name, a date, an office. */
const shortMax = 20;
/** A word this short is never broken: （百万円）, 利益剰余金. */
const wordMax = 12;
const headLinesMax = 3;
/** The sizes of the type, and the padding beside it. */
const bodyPx = 13;
const headPx = 12;
const paddingPx = 16;
const labelMinPx = 96;
/** Beside figures, where there is room. */
const labelPaddingPx = 24;
const proseMinPx = 120;
const headMaxPx = 260;

interface Width {
  /** For what can't be broken, and four characters. */
  least: number;
  /** For lines that are not broken, and a head of three lines. */
  good: number;
}

/**
 * How wide each column has to be, for the stylesheet: short words stay on a line, and a head takes three lines at most.
 * A browser alone gives the longest text or head all it can, and a name one character a line.
 */
export function setColumnWidths(table: Element, grid: Grid, head: readonly Row[], figures: readonly boolean[]): void {
  const heads = new Set(head.flatMap((row) => row.cells));
  const bearers: (Cell | undefined)[] = Array.from({ length: grid.columnCount }, () => undefined);
  const widths = Array.from({ length: grid.columnCount }, (): Width => ({ least: 0, good: 0 }));
  for (const cell of grid.rows.flatMap((row) => row.cells)) {
    const width = widths[cell.column];
    if (width === undefined || cell.columns > 1 || cell.text.trim() === "") continue;
    if (bearers[cell.column] === undefined || heads.has(cell)) bearers[cell.column] = cell;
    const lines = linesOf(cell.element).map((line) => line.trim());
    const { least, good } = heads.has(cell)
      ? headWidth(lines)
      : isFigure(cell.text) || (figures[cell.column] === true && isShort(cell.element))
        ? sameWidth(paddingPx + Math.max(...lines.map((line) => widthPx(line, bodyPx))))
        : wordsWidth(lines, cell.column === 0);
    width.least = Math.max(width.least, least);
    width.good = Math.max(width.good, least, good);
  }
  const wished = sumOf(widths.map(({ least, good }) => good - least));
  table.properties["style"] = `--all:${rem(sumOf(widths.map(({ least }) => least)))}`;
  bearers.forEach((cell, column) => {
    const { least, good } = widths[column] ?? { least: 0, good: 0 };
    if (cell === undefined) return;
    const more = good > least ? `;--share:${Math.round((1000 * (good - least)) / wished) / 1000}` : "";
    // On a phone a label is content with a third of the pane at most, as it stays beside the figures.
    const shown = (width: number, most: string) =>
      column === 0 && width > labelMinPx ? `min(${rem(width)},${most})` : rem(width);
    const { style } = cell.element.properties;
    const depth = typeof style === "string" ? `${style};` : "";
    cell.element.properties["style"] = `${depth}--least:${shown(least, "30cqw")};--good:${shown(good, "27cqw")}${more}`;
  });
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
const rem = (px: number): string => `${Math.ceil((100 * px) / 16) / 100}rem`;
const sameWidth = (px: number): Width => ({ least: px, good: px });

function widthPx(words: string, typePx: number): number {
  let ems = 0;
  for (const character of words) {
    ems += (character.codePointAt(0) ?? 0) > 0x2e7f ? 1 : /[A-Z]/.test(character) ? 0.72 : 0.6;
  }
  return ems * typePx;
}

function wordsWidth(lines: readonly string[], isLabel: boolean): Width {
  const least = Math.max(
    isLabel ? labelMinPx : 0,
    ...lines.map((line) => {
      const whole = widthPx(line, bodyPx);
      if (halfWidths(line) <= wordMax) return paddingPx + whole;
      return paddingPx + Math.min(whole, Math.max(wordMax * (bodyPx / 2), ...piecesOf(line, bodyPx)));
    }),
  );
  const isProse = lines.some((line) => halfWidths(line) > shortMax);
  const whole = Math.max(...lines.map((line) => widthPx(line, bodyPx)));
  return { least, good: isProse ? proseMinPx : whole + (isLabel ? labelPaddingPx : paddingPx) };
}

/** The narrowest at which a head takes three lines; a short word in it is not broken. */
function headWidth(lines: readonly string[]): Width {
  const pieces = lines.map((line) => piecesOf(line, headPx));
  const words = lines.filter((line) => halfWidths(line) <= wordMax).map((line) => widthPx(line, headPx));
  const whole = sumOf(lines.map((line) => widthPx(line, headPx)));
  const least = Math.max(Math.min(4 * headPx, whole), ...words, ...pieces.flat());
  let good = least;
  const linesMax = Math.max(headLinesMax, lines.length);
  while (good < headMaxPx && sumOf(pieces.map((each) => lineCount(each, good))) > linesMax) good += headPx / 2;
  return { least: paddingPx + least, good: paddingPx + good };
}

/** As a browser breaks a line: dates, Latin words and brackets stay whole. */
function piecesOf(line: string, typePx: number): number[] {
  return [...line.slice(0, 200).matchAll(pieces)].map(([piece]) => widthPx(piece, typePx));
}

const pieces = new RegExp(`[（(「]*(?:${unbroken}|[\\p{sc=Latin}\\d.,%&'-]+|.)[）)」、。，・ー]*`, "gu");

function lineCount(pieces: readonly number[], room: number): number {
  let [lines, taken] = [1, 0];
  for (const width of pieces) {
    if (taken > 0 && taken + width > room) [lines, taken] = [lines + 1, 0];
    taken += width;
  }
  return lines;
}

/** Nothing in the cell would have to wrap beside figures: 普通株式 over 12.50. */
export function isShort(cell: Element): boolean {
  return linesOf(cell).every((line) => halfWidths(line.trim()) <= 16);
}

/** The lines of a cell, as its breaks and the rows of tables inside of it make them. */
function linesOf(cell: Element): string[] {
  const lines = [""];
  const add = (words: string): void => {
    lines[lines.length - 1] += words;
  };
  const walk = (node: Element): void => {
    for (const child of node.children) {
      if (isElement(child, "br")) lines.push("");
      else if (isElement(child, "tr")) {
        lines.push("");
        add(toText(child));
        lines.push("");
      } else if (isElement(child)) walk(child);
      else if (child.type === "text") add(child.value);
    }
  };
  walk(cell);
  return lines;
}
