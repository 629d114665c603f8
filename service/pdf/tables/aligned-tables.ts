import type { FoundTable } from "./banded-tables.ts";
import { type Column, columnsMax, columnsOf, tellingLines } from "./columns.ts";
import { cellsOf, cutLine, groupRows, joinComplementary, reachOf } from "./rows.ts";
import { isFigureText, type Run } from "./runs.ts";
import { hasFigures, hasLeaders, isProse, type Line, median, textLines, wordsIn } from "./text-lines.ts";
import { wrapsLeast, wrapsOf } from "./wrapped-words.ts";

/**
 * Tables that are told by their columns alone: lines that follow one another, of which most hold figures, with the same
 * white gaps between them.
 */

export function alignedTables(runs: readonly Run[]): FoundTable[] {
  return regionsOf(textLines(runs)).flatMap((region) => tableOf(region) ?? []);
}

/** A line with a figure of its own beside something else. */
function isDataLine(line: Line): boolean {
  return line.segments.length > 1 && !hasLeaders(line) && !isListed(line) && hasFigures(line);
}

/** Lines close to one another, from the head above the first line with figures to the last of them. */
function regionsOf(lines: readonly Line[]): Line[][] {
  const regions: Line[][] = [];
  let free = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || !isDataLine(line)) continue;
    const last = lastOfRegion(lines, at);
    const data = lines.slice(at, last + 1).filter(isDataLine);
    const begin = beginOfRegion(lines, at, free, data);
    const end = withLabelParts(lines, last, data);
    if (data.length >= 3) regions.push(lines.slice(begin, end + 1));
    at = end;
    free = end + 1;
  }
  return regions;
}

/** The last line with figures of those that follow. */
function lastOfRegion(lines: readonly Line[], first: number): number {
  let end = first;
  let others = 0;
  let widest = 0;
  for (let next = first + 1; next < lines.length && isNear(lines, next); next++) {
    const each = lines[next];
    const step = (each?.top ?? 0) - (lines[next - 1]?.top ?? 0);
    // Much more space than between the rows before: another table begins.
    const isAfterGap = next - first > 2 && step > widest * 1.6;
    if (each === undefined || isHeading(each) || isAfterGap) break;
    widest = Math.max(widest, step);
    if (isDataLine(each)) {
      end = next;
      others = 0;
    } else if (!isLabelPart(each, lines[next - 1], lines[end]) && ++others > 3) break;
    else if (isProse(each)) break;
  }
  return end;
}

function beginOfRegion(lines: readonly Line[], first: number, free: number, data: readonly Line[]): number {
  let begin = first;
  for (let above = first - 1; above >= Math.max(free, first - 4) && isNear(lines, above + 1); above--) {
    const each = lines[above];
    if (each === undefined || isProse(each)) break;
    // A subtitle between the head and the figures, and the first line of a label, belong to what is around them.
    if (isHead(each) || isWithin(each, lines[above + 1]) || isOverFigures(each, data)) begin = above;
  }
  return begin;
}

/** The last label may go on below its figures, closer than rows are. */
function withLabelParts(lines: readonly Line[], last: number, data: readonly Line[]): number {
  const pitch = median(data.slice(1).map((line, at) => line.top - (data[at]?.top ?? 0)));
  let end = last;
  for (let next = last + 1; next < lines.length; next++) {
    const [line, above] = [lines[next], lines[next - 1]];
    if (line === undefined || above === undefined || line.top - above.top > pitch * 0.85) break;
    if (!isLabelPart(line, above, lines[last])) break;
    end = next;
  }
  return end;
}

/** A line with nothing but more of the label of a row. */
function isLabelPart(line: Line, above: Line | undefined, data: Line | undefined): boolean {
  const [only, ...others] = line.segments;
  const [label, figure] = data?.segments ?? [];
  if (only === undefined || others.length > 0 || label === undefined || figure === undefined) return false;
  const isTight = above !== undefined && line.top - above.top < line.size * 1.6;
  return isTight && Math.abs(only.left - label.left) < line.size * 1.5 && only.right < figure.right;
}

/** The only head of a table with one column of figures ends with them, or stands over their middle. */
function isOverFigures(line: Line, data: readonly Line[]): boolean {
  const [only, ...others] = line.segments;
  if (only === undefined || others.length > 0) return false;
  return data.every(({ segments: [, figure, ...more] }) => {
    if (figure === undefined || more.length > 0) return false;
    return only.left < figure.right && only.right > figure.left;
  });
}

function isNear(lines: readonly Line[], at: number): boolean {
  const [above, line] = [lines[at - 1], lines[at]];
  return above !== undefined && line !== undefined && line.top - above.top <= Math.max(above.size, line.size) * 3.4;
}

/** A line of a list, whose mark stands apart from it. */
function isListed(line: Line): boolean {
  const [mark, text, ...others] = line.segments;
  if (mark === undefined || text === undefined || others.length > 0) return false;
  return /^[^\p{L}\p{N}－―-]$|^[(（]?[0-9０-９ア-ンa-z][)）.．]$/u.test(wordsIn(mark)) && !isFigureText(wordsIn(text));
}

/** A numbered title between two tables. */
function isHeading(line: Line): boolean {
  const [only, ...others] = line.segments;
  return (
    only !== undefined &&
    others.length === 0 &&
    /^(?:[(（]?[0-9０-９]{1,2}[)）.．]|【|第[0-9０-９])/u.test(wordsIn(only))
  );
}

function isWithin(line: Line, below: Line | undefined): boolean {
  return below !== undefined && below.top - line.top < Math.min(line.size, below.size) * 0.8;
}

function isHead(line: Line | undefined): boolean {
  return line !== undefined && line.segments.length > 1 && !isProse(line);
}

function tableOf(region: readonly Line[]): FoundTable | undefined {
  const figures = region.findIndex(isDataLine);
  const heads = new Set(region.slice(0, figures));
  const columns = columnsOf(tellingLines(region, (line) => heads.has(line)));
  if (columns.length < 2 || columns.length > columnsMax) return undefined;
  const rows = groupRows(
    region.map((line) => cutLine(line, columns)),
    reachOf(columns),
  );
  const cells = joinComplementary(
    rows.map((row) => cellsOf(row, columns)),
    columns.length,
  );
  const filled = cells.flat();
  const spanning = filled.filter((cell) => cell.colSpan > 1).length;
  const crowded = filled.filter((cell) => cell.column > 0 && isSeveralFigures(cell.text)).length;
  // Many cells across columns mean that the columns are wrong.
  if (spanning * 3 > filled.length) return undefined;
  const isGuessed = crowded > 0 || spanning > Math.max(2, filled.length * 0.08) || hasCutCells(region, rows);
  const certain = !isGuessed && isAligned(region, columns);
  const [first, last] = [region[0], region.at(-1)];
  const top = (first?.top ?? 0) - (first?.size ?? 0);
  const table = { top, bottom: (last?.top ?? 0) + 2, rows: cells, certain };
  return { table, runs: region.flatMap((line) => line.sources) };
}

/** The lines of a cell are in two rows. */
function hasCutCells(region: readonly Line[], rows: readonly (readonly { readonly top: number }[])[]): boolean {
  const rowOf = new Map(rows.flatMap((row, at) => row.map(({ top }) => [top, at] as const)));
  return wrapsOf(region).filter(([above, below]) => rowOf.get(above.top) !== rowOf.get(below.top)).length >= wrapsLeast;
}

function isSeveralFigures(text: string): boolean {
  return text.split(" ").filter(isFigureText).length > 1;
}

/** A filer sets the figures of a column to end at one place, or to begin at one. */
function isAligned(region: readonly Line[], columns: readonly Column[]): boolean {
  const figures = region.flatMap((line) => cutLine(line, columns).parts.filter(({ text }) => isFigureText(text)));
  let aligned = 0;
  for (const own of Map.groupBy(figures, ({ from }) => from).values()) {
    const lefts = own.map(({ left }) => left).sort((a, b) => a - b);
    const rights = own.map(({ right }) => right).sort((a, b) => a - b);
    aligned += own.length === 1 ? 1 : Math.max(besideOthers(lefts), besideOthers(rights));
  }
  return figures.length > 0 && aligned >= figures.length * 0.75;
}

/** How many of the sorted values have another within the width of a letter. */
function besideOthers(sorted: readonly number[]): number {
  return sorted.filter((x, at) => x - (sorted[at - 1] ?? -Infinity) < 4 || (sorted[at + 1] ?? Infinity) - x < 4).length;
}
