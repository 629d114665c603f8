import { type Column, type Part, partsOf } from "./columns.ts";
import { isFigureText, joinWrappedLines } from "./runs.ts";
import type { PdfCell } from "./table.ts";
import type { Line } from "./text-lines.ts";

export interface CutLine {
  readonly parts: readonly Part[];
  readonly top: number;
  readonly size: number;
}

export function cutLine(line: Line, columns: readonly Column[]): CutLine {
  return { parts: partsOf(line, columns), top: line.top, size: line.size };
}

/** How far the text of a column reaches. */
type RightOf = (column: number) => number;

/** The lines of each row, where no rule tells them. */
export function groupRows(lines: readonly CutLine[], rightOf: RightOf): CutLine[][] {
  const near = joinNear(lines);
  const tight = tightPitch(near);
  const rows: CutLine[][] = [];
  for (const group of near) {
    const open = rows.at(-1);
    const isPart =
      open !== undefined && (tight === undefined ? readsOn(open, group, rightOf) : distance(open, group) <= tight);
    if (isPart) open.push(...group);
    else rows.push([...group]);
  }
  return rows.flatMap(splitAtSpanners);
}

/** Lines closer than a line of text can be belong to one row: a label on two lines has its figures between them. */
function joinNear(lines: readonly CutLine[]): CutLine[][] {
  const groups: CutLine[][] = [];
  for (const line of lines) {
    const open = groups.at(-1);
    const above = open?.at(-1);
    if (open !== undefined && above !== undefined && line.top - above.top < Math.min(line.size, above.size) * 0.8)
      open.push(line);
    else groups.push([line]);
  }
  return groups;
}

function distance(above: readonly CutLine[], below: readonly CutLine[]): number {
  return (below[0]?.top ?? 0) - (above.at(-1)?.top ?? 0);
}

/** The lines of one cell are closer than rows are, where no figures stand below one another at that distance. */
function tightPitch(groups: readonly CutLine[][]): number | undefined {
  const pairs = groups.slice(1).map((group, at) => ({ above: groups[at] ?? [], group }));
  const distances = pairs.map(({ above, group }) => distance(above, group));
  const least = Math.min(...distances);
  const tight = least * 1.12;
  if (!distances.some((each) => each > least * 1.2)) return undefined;
  const joined = pairs.filter((_, at) => (distances[at] ?? 0) <= tight);
  const conflicts = joined.filter(({ above, group }) => haveFiguresInOneColumn(above, group)).length;
  return conflicts > joined.length * 0.05 ? undefined : tight;
}

function haveFiguresInOneColumn(above: readonly CutLine[], below: readonly CutLine[]): boolean {
  const columns = new Set(figureColumns(above));
  return figureColumns(below).some((column) => columns.has(column));
}

function figureColumns(lines: readonly CutLine[]): number[] {
  return lines.flatMap((line) =>
    line.parts.flatMap(({ text, from }) => (from > 0 && isFigureText(text) ? [from] : [])),
  );
}

/** A long figure may be broken in one column, so most columns must have several. */
export function haveSeveralFigures(lines: readonly CutLine[]): boolean {
  const counts = [...Map.groupBy(figureColumns(lines), (column) => column).values()].map((each) => each.length);
  return counts.filter((count) => count > 1).length * 2 > counts.length;
}

/** Further back no line is looked for that another goes on from. */
const cellLinesMax = 40;

/** All of a line's parts go on below parts that fill their columns. */
function readsOn(row: readonly CutLine[], below: readonly CutLine[], rightOf: RightOf): boolean {
  const parts = below.flatMap((line) => line.parts);
  // A title between rows may stand below the longest label.
  if (parts.every(({ from }) => from === 0)) return false;
  return parts.every((part) => {
    if (part.from === 0 && isFigureText(part.text)) return false;
    const above = row
      .slice(-cellLinesMax)
      .flatMap((line) => line.parts.filter(({ from }) => from === part.from))
      .at(-1);
    return above !== undefined && !isFigureText(part.text) && isFull(above, part, rightOf);
  });
}

/** The first character of the next line would not have fit. */
function isFull(above: Part, below: Part, rightOf: RightOf): boolean {
  const size = below.runs[0]?.size ?? 0;
  return rightOf(above.to) - above.right < size * 1.1 && Math.abs(above.left - below.left) < size * 1.5;
}

/** A head over several columns is a row above the heads of these columns, however close it stands. */
export function splitAtSpanners(row: readonly CutLine[]): CutLine[][] {
  if (row.length > headLinesMax) return [[...row]];
  for (const [at, line] of row.entries()) {
    const spanning = line.parts.filter(({ from, to }) => from < to);
    if (spanning.length === 0) continue;
    const below = row.slice(at + 1);
    const columns = new Set(below.flatMap((each) => each.parts.map((part) => part.from)));
    const isOver = spanning.some(
      ({ from, to }) => [...columns].filter((each) => each >= from && each <= to).length > 1,
    );
    if (isOver) return [row.slice(0, at + 1), ...splitAtSpanners(below)];
  }
  return [[...row]];
}

/** More lines than any head has. */
const headLinesMax = 40;

export const reachOf =
  (columns: readonly Column[]): RightOf =>
  (column) =>
    columns[column]?.right ?? 0;

/** The cells of a row. None begins within another. */
export function cellsOf(row: readonly CutLine[], columns: readonly Column[]): PdfCell[] {
  const parts = row.flatMap((line) => line.parts);
  const cells = [...Map.groupBy(parts, ({ from }) => from)].sort(([a], [b]) => a - b);
  return cells.map(([column, own], at) => {
    const next = cells[at + 1]?.[0] ?? columns.length;
    const last = Math.min(next - 1, Math.max(...own.map(({ to }) => to)));
    const text = joinWrappedLines(
      own.map(({ runs }) => runs),
      columns[last]?.right ?? 0,
    );
    return { text, column, colSpan: last - column + 1, rowSpan: 1 };
  });
}

/**
 * Columns that are never filled in the same row, where one of them holds no figure below the head, are one: its texts
 * are set from the left and its figures from the right, or its head stands in the middle.
 */
export function joinComplementary(rows: readonly (readonly PdfCell[])[], count: number): PdfCell[][] {
  const goesTo = Array.from({ length: count }, (_, column) => column);
  for (let column = 2; column < count; column++) {
    const into = goesTo[column - 1] ?? column - 1;
    const [left, right] = [into, column].map((each) => rows.flatMap((row) => row.find(covers(each)) ?? []));
    const isShared = rows.some((row) => row.some(covers(into)) && row.some(covers(column)));
    const fewest = [left, right].sort((a = [], b = []) => a.length - b.length)[0] ?? [];
    if (into > 0 && !isShared && fewest.every((cell) => !isFigureText(cell.text))) goesTo[column] = into;
  }
  const kept = [...new Set(goesTo)];
  const place = (column: number): number => kept.indexOf(goesTo[column] ?? column);
  return rows.map((row) =>
    row.map((cell) => {
      const [from, to] = [place(cell.column), place(cell.column + cell.colSpan - 1)];
      return { ...cell, column: from, colSpan: to - from + 1 };
    }),
  );
}

const covers = (column: number) => (cell: PdfCell) => cell.column <= column && column < cell.column + cell.colSpan;
