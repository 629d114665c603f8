import { type Column, columnsMax, columnsOf, tellingLines } from "./columns.ts";
import {
  type CutLine,
  cellsOf,
  cutLine,
  groupRows,
  haveSeveralFigures,
  joinComplementary,
  reachOf,
  splitAtSpanners,
} from "./rows.ts";
import type { Rule } from "./rules.ts";
import { isFigureText, middleOf, type Run } from "./runs.ts";
import type { PdfTable } from "./table.ts";
import { hasFigures, isProse, type Line, median, piecesOf, textLines, wordsIn } from "./text-lines.ts";

/**
 * Tables that only horizontal rules draw, below one another and of one length. What lies between two of them is a row,
 * or the head, or several rows; or it is the text between two tables.
 */

interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly lines: readonly Line[];
}

export interface FoundTable {
  readonly table: PdfTable;
  readonly runs: readonly Run[];
}

export function bandedTables(runs: readonly Run[], horizontal: readonly Rule[]): FoundTable[] {
  const taken = new Set<Run>();
  const page = textLines(runs);
  const stacks = stacksOf(horizontal).filter((stack) => !isUnderFigures(stack, page));
  return stacks.flatMap((stack) => {
    const free = runs.filter((run) => !taken.has(run));
    const found = partedBands(bandsOf(stack, free)).flatMap((bands) => tableOf(bands) ?? []);
    for (const { runs } of found) for (const run of runs) taken.add(run);
    return found;
  });
}

/** At least three rules of one length, the longest first. */
function stacksOf(horizontal: readonly Rule[]): Rule[][] {
  const stacks: Rule[][] = [];
  for (const rule of [...horizontal].sort((a, b) => a.at - b.at)) {
    const stack = stacks.find(
      ([first]) => first !== undefined && Math.abs(first.from - rule.from) <= 3 && Math.abs(first.to - rule.to) <= 3,
    );
    const last = stack?.at(-1);
    if (stack === undefined || last === undefined) stacks.push([rule]);
    // Two rules close together are one double rule.
    else if (rule.at - last.at < doubleMax) stack[stack.length - 1] = rule;
    else stack.push(rule);
  }
  const length = ([first]: readonly Rule[]) => (first === undefined ? 0 : first.to - first.from);
  return stacks.filter((stack) => stack.length >= 3).sort((a, b) => length(b) - length(a));
}

const doubleMax = 3.5;

/** Rules at subtotals stand only under the figures: most rows of theirs begin to the left of the rules, with the label. */
function isUnderFigures(stack: readonly Rule[], page: readonly Line[]): boolean {
  const [first, last] = [stack[0], stack.at(-1)];
  if (first === undefined || last === undefined) return false;
  const rows = page.filter(
    ({ top, segments }) =>
      top > first.at &&
      top < last.at &&
      segments.some((each) => each.left > first.from - 4 && each.right < first.to + 4 && isFigureText(wordsIn(each))),
  );
  const labelled = rows.filter(({ segments: [label] }) => label !== undefined && label.left < first.from - 4);
  return labelled.length * 2 > rows.length;
}

function bandsOf(stack: readonly Rule[], runs: readonly Run[]): Band[] {
  const [first] = stack;
  if (first === undefined) return [];
  const inside = runs.filter((run) => run.left > first.from - 4 && run.right < first.to + 4);
  const edges = stack.map((rule) => rule.at);
  const byBand = Map.groupBy(inside, (run) => bandAt(edges, middleOf(run)));
  return stack.slice(1).map((rule, at) => ({
    top: stack[at]?.at ?? 0,
    bottom: rule.at,
    lines: textLines(byBand.get(at) ?? []),
  }));
}

/** The last of the sorted edges above a place, or -1. */
function bandAt(edges: readonly number[], y: number): number {
  let low = -1;
  let high = edges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] ?? Infinity) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Height that is not taken by lines of text. */
function slackOf({ top, bottom, lines }: Band): number {
  const [first, last] = [lines[0], lines.at(-1)];
  return first === undefined || last === undefined ? bottom - top : bottom - top - (last.top - first.top) - first.size;
}

const isDivided = (band: Band): boolean => band.lines.some((line) => line.segments.length > 1);

const hasPieces = (band: Band): boolean => band.lines.some((line) => line.segments.flatMap(piecesOf).length > 1);

/** The bands of each table, without the text between two tables. */
function partedBands(bands: readonly Band[]): Band[][] {
  const usual = median(bands.filter(isDivided).map(slackOf));
  const tables: Band[][] = [[]];
  for (const [at, band] of bands.entries()) {
    if (isBetween(band, { above: tables.at(-1)?.at(-1), below: bands[at + 1] }, usual)) tables.push([]);
    else tables.at(-1)?.push(band);
  }
  return tables.filter((table) => table.length >= 2);
}

interface Neighbours {
  readonly above: Band | undefined;
  readonly below: Band | undefined;
}

/** Text between two tables does not keep to the columns above it, and is set like text or has more space around it. */
function isBetween(band: Band, { above, below }: Neighbours, usual: number): boolean {
  const isLoose = slackOf(band) > usual * 1.6 + 2;
  if (band.lines.length === 0) return isLoose;
  const others = band.lines.filter((line) => !line.segments.some((each) => unit.test(wordsIn(each))));
  const beside = above ?? below;
  const isInColumns = hasPieces(band) && (beside === undefined || !crosses(band, beside));
  if (isInColumns && others.length === band.lines.length) return false;
  const size = Math.max(...band.lines.map((line) => line.size));
  const isOtherSize = above?.lines.every((line) => Math.abs(line.size - size) > 0.4) ?? false;
  const isNote = others.some(
    ({ segments: [first] }) => first !== undefined && /^[(（]?注|^※|^Note/u.test(wordsIn(first)),
  );
  return isLoose || isOtherSize || isNote || others.every(isProse);
}

const unit = /^[(（](?:単位|(?:In )?(?:millions|thousands|billions|yen))/iu;

/** Something in the band lies below two cells of the other at once. */
function crosses(band: Band, above: Band): boolean {
  const cells: { left: number; right: number }[] = [];
  const segments = above.lines.flatMap((line) => line.segments.flatMap(piecesOf));
  for (const { left, right } of [...segments].sort((a, b) => a.left - b.left)) {
    const open = cells.at(-1);
    if (open !== undefined && left <= open.right) open.right = Math.max(open.right, right);
    else cells.push({ left, right });
  }
  const covers = (segment: Column) =>
    cells.filter((cell) => cell.left < segment.right - 2 && cell.right > segment.left + 2);
  return band.lines.some((line) => line.segments.flatMap(piecesOf).some((piece) => covers(piece).length > 1));
}

function tableOf(bands: readonly Band[]): FoundTable | undefined {
  const filled = bands.filter((band) => band.lines.length > 0);
  const lines = filled.flatMap((band) => band.lines);
  const figures = filled.findIndex((band) => band.lines.some(hasFigures));
  const heads = new Set(filled.slice(0, Math.max(1, figures)).flatMap((band) => band.lines));
  const columns = columnsOf(tellingLines(lines, (line) => heads.has(line)));
  if (columns.length < 2 || columns.length > columnsMax || filled.length < 2) return undefined;
  const isLined = filled.length >= 3;
  const rows = filled.flatMap((band, at) =>
    rowsOfBand(band, columns, isLined || at === 0 || band.lines.some(hasFigures)),
  );
  const cells = joinComplementary(
    rows.map((row) => cellsOf(row, columns)),
    columns.length,
  );
  if (cells.filter((row) => row.length > 1).length < 2) return undefined;
  const spanning = cells.flat().filter((cell) => cell.colSpan > 1).length;
  const certain = spanning <= Math.max(2, cells.flat().length * 0.08);
  const [first, last] = [bands[0], bands.at(-1)];
  const table = { top: first?.top ?? 0, bottom: last?.bottom ?? 0, rows: cells, certain };
  return { table, runs: lines.flatMap((line) => line.sources) };
}

/** `isOne`: the band is known to be one row, as long as it does not have the figures of several. */
function rowsOfBand(band: Band, columns: readonly Column[], isOne: boolean): CutLine[][] {
  const lines = band.lines.map((line) => cutLine(line, columns));
  if (lines.length < 2) return [lines];
  return isOne && !haveSeveralFigures(lines) ? splitAtSpanners(lines) : groupRows(lines, reachOf(columns));
}
