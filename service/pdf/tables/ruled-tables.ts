import type { Part } from "./columns.ts";
import { type CutLine, groupRows, haveSeveralFigures } from "./rows.ts";
import type { Rule, Rules } from "./rules.ts";
import { isFigureText, joinRuns, joinWrappedLines, linesOfRuns, middleOf, type Run, wordsOf } from "./runs.ts";
import type { PdfCell, PdfTable } from "./table.ts";

/**
 * Tables whose cells are drawn: rules that touch one another form a grid, and where a rule is missing between two
 * fields of the grid they are one cell. Statements often draw columns alone; their rows then follow from the figures.
 */

const touch = 2.5;
const sameLine = 3;
const fieldsMax = 20_000;

export interface RuledTable {
  readonly table: PdfTable;
  readonly runs: readonly Run[];
}

export function ruledTables(runs: readonly Run[], rules: Rules): RuledTable[] {
  return componentsOf(rules.horizontal, rules.vertical).flatMap((rules) => {
    const grid = gridOf(rules);
    return grid === undefined ? [] : (tableOf(grid, runs) ?? []);
  });
}

/** Pieces of one line become one rule: a cell's border is often drawn by each cell. */
export function joinCollinear(rules: readonly Rule[]): Rule[] {
  const joined: { at: number; from: number; to: number }[] = [];
  const sorted = [...rules].sort((a, b) => a.at - b.at || a.from - b.from);
  const lines: Rule[][] = [];
  for (const rule of sorted) {
    const line = lines.at(-1);
    if (line?.[0] !== undefined && rule.at - line[0].at <= 1.2) line.push(rule);
    else lines.push([rule]);
  }
  for (const line of lines) {
    let open: { at: number; from: number; to: number } | undefined;
    for (const { at, from, to } of line.sort((a, b) => a.from - b.from)) {
      if (open !== undefined && from <= open.to + touch) open.to = Math.max(open.to, to);
      else {
        open = { at, from, to };
        joined.push(open);
      }
    }
  }
  return joined.filter(({ from, to }) => to - from >= shortest);
}

const shortest = 5;

/** Groups of rules that reach one another. */
function componentsOf(horizontal: readonly Rule[], vertical: readonly Rule[]): Rules[] {
  const parent = [...horizontal, ...vertical].map((_, at) => at);
  const root = (at: number): number => {
    let each = at;
    while (parent[each] !== each) {
      parent[each] = parent[parent[each] ?? each] ?? each;
      each = parent[each] ?? each;
    }
    return each;
  };
  horizontal.forEach((across, at) => {
    vertical.forEach((down, below) => {
      const meets =
        down.at >= across.from - touch &&
        down.at <= across.to + touch &&
        across.at >= down.from - touch &&
        across.at <= down.to + touch;
      if (meets) parent[root(at)] = root(horizontal.length + below);
    });
  });
  const groups = new Map<number, { horizontal: Rule[]; vertical: Rule[] }>();
  const groupOf = (at: number) => {
    const key = root(at);
    const group = groups.get(key) ?? { horizontal: [], vertical: [] };
    groups.set(key, group);
    return group;
  };
  horizontal.forEach((rule, at) => groupOf(at).horizontal.push(rule));
  vertical.forEach((rule, at) => groupOf(horizontal.length + at).vertical.push(rule));
  return [...groups.values()];
}

interface RuledGrid extends Rules {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

function gridOf({ horizontal, vertical }: Rules): RuledGrid | undefined {
  if (horizontal.length < 2 || vertical.length < 1) return undefined;
  // A table may be open at its sides: its horizontal rules then tell where it ends.
  const xs = positions([...vertical.map(({ at }) => at), ...ends(horizontal, vertical)]);
  const ys = positions([...horizontal.map(({ at }) => at), ...ends(vertical, horizontal)]);
  if (xs.length < 2 || ys.length < 2 || xs.length * ys.length > fieldsMax) return undefined;
  return xs.length < 3 || (ys.length < 3 && xs.length < 4) ? undefined : { horizontal, vertical, xs, ys };
}

/** The place of most ends, if that is beyond the rules that cross them. */
function ends(rules: readonly Rule[], across: readonly Rule[]): number[] {
  const from = Math.min(...rules.map((rule) => rule.from));
  const to = Math.max(...rules.map((rule) => rule.to));
  const isBeyond = (at: number) => across.every((each) => Math.abs(each.at - at) > 8);
  return [from, to].filter(isBeyond);
}

function positions(values: readonly number[]): number[] {
  const found: number[] = [];
  for (const value of [...values].sort((a, b) => a - b)) {
    if (found.length === 0 || value - (found.at(-1) ?? 0) > sameLine) found.push(value);
  }
  return found;
}

/** A cell of the grid: its fields, and the words in it. */
interface RuledCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  /** The end of its last field. */
  readonly right: number;
  readonly runs: Run[];
}

function tableOf(grid: RuledGrid, runs: readonly Run[]): RuledTable | undefined {
  const { xs, ys } = grid;
  const [left, right, top, bottom] = [xs[0] ?? 0, xs.at(-1) ?? 0, ys[0] ?? 0, ys.at(-1) ?? 0];
  const inside = runs.filter((run) => {
    const [x, y] = [(run.left + run.right) / 2, middleOf(run)];
    return x > left - 1 && x < right + 1 && y > top - 1 && y < bottom + 1;
  });
  if (inside.length === 0) return undefined;
  const fields = mergedFields(grid);
  const cells = fields.cells.map(
    (cell): RuledCell => ({ ...cell, runs: [], right: xs[cell.column + cell.colSpan] ?? right }),
  );
  for (const word of inside.flatMap((run) => fitting(run, xs))) {
    const row = indexOf(ys, middleOf(word));
    const column = indexOf(xs, (word.left + word.right) / 2);
    cells[fields.of(row, column)]?.runs.push(word);
  }
  const parted = cells.flatMap((cell) => (hasRowsOfOthers(cell, cells) ? rowsOfCell(cell, ys) : [cell]));
  const filled = cells.filter((cell) => cell.runs.length > 0).length;
  // Boxes around text, and frames of a diagram, are no tables.
  if (filled < 4 || filled * 5 < cells.length) return undefined;
  const count = ys.length - 1;
  const byRow = Map.groupBy(parted, (cell) => cell.row);
  const rows = Array.from({ length: count }, (_, row) => rowsOf(byRow.get(row) ?? [], row === 0 || count > 3));
  // If columns alone are drawn, a row that lacks a cell that all others have was cut wrongly.
  const certain = rows.every(
    (divided) => divided.length < 2 || divided.every((line) => line.length === divided[0]?.length),
  );
  return { table: { top, bottom, rows: withoutEmpty(rows.flat()), certain }, runs: inside };
}

/**
 * Rules at subtotals stand only under the figures, so that the labels beside them look like one cell: their lines stand
 * on the lines of figures, of which there are more than the rules tell.
 */
function hasRowsOfOthers(cell: RuledCell, cells: readonly RuledCell[]): boolean {
  if (cell.rowSpan < 2) return false;
  const end = cell.row + cell.rowSpan;
  const others = cells.filter((each) => each.column !== cell.column && each.row >= cell.row && each.row < end);
  const figures = linesOfRuns(others.flatMap(({ runs }) => runs.filter(({ text }) => isFigureText(text))));
  const lines = linesOfRuns(cell.runs);
  const tops = figures.map(([first]) => first?.top ?? 0);
  const shared = lines.filter(([first]) => {
    const { top = 0, size = 0 } = first ?? {};
    return tops.some((each) => Math.abs(each - top) <= size / 3);
  });
  const fewest = Math.min(lines.length, figures.length);
  return figures.length > cell.rowSpan && shared.length >= 3 && shared.length >= fewest * 0.7;
}

function rowsOfCell(cell: RuledCell, ys: readonly number[]): RuledCell[] {
  const words = Map.groupBy(cell.runs, (run) => indexOf(ys, middleOf(run)));
  return Array.from({ length: cell.rowSpan }, (_, at) => {
    const row = cell.row + at;
    return { ...cell, row, rowSpan: 1, runs: words.get(row) ?? [] };
  });
}

/** A run that reaches over a rule is cut at its spaces. */
function fitting(run: Run, xs: readonly number[]): Run[] {
  const reachesOver = xs.some((x) => x > run.left + 2 && x < run.right - 2);
  return reachesOver ? wordsOf(run) : [run];
}

function indexOf(edges: readonly number[], value: number): number {
  const at = edges.findLastIndex((edge) => edge <= value);
  return Math.min(Math.max(at, 0), edges.length - 2);
}

/** Fields of a row that no rule parts are one cell, and so are such cells of equal width that lie below one another. */
function mergedFields({ xs, ys, horizontal, vertical }: RuledGrid) {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const isDrawn = (rules: readonly Rule[], at: number, from: number, to: number): boolean => {
    const middle = (from + to) / 2;
    return rules.some((rule) => Math.abs(rule.at - at) <= sameLine && rule.from <= middle && rule.to >= middle);
  };
  const cells: { row: number; column: number; rowSpan: number; colSpan: number }[] = [];
  const cellOfField = new Int32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const [top = 0, bottom = 0] = [ys[row], ys[row + 1]];
    for (let column = 0; column < columns; ) {
      let end = column + 1;
      while (end < columns && !isDrawn(vertical, xs[end] ?? 0, top, bottom)) end++;
      const above = row === 0 ? undefined : cells[cellOfField[(row - 1) * columns + column] ?? 0];
      const goesOn =
        above?.column === column &&
        above.colSpan === end - column &&
        xs.slice(column, end).every((left, at) => !isDrawn(horizontal, top, left, xs[column + at + 1] ?? left));
      if (goesOn) above.rowSpan++;
      else cells.push({ row, column, rowSpan: 1, colSpan: end - column });
      const index = goesOn ? (cellOfField[(row - 1) * columns + column] ?? 0) : cells.length - 1;
      for (; column < end; column++) cellOfField[row * columns + column] = index;
    }
  }
  return { cells, of: (row: number, column: number) => cellOfField[row * columns + column] ?? 0 };
}

/** The rows within one row of the grid: often only the columns are drawn. `isOne`: unless it has the figures of several. */
function rowsOf(cells: readonly RuledCell[], isOne: boolean): PdfCell[][] {
  const own = cells.filter((cell) => cell.rowSpan === 1);
  const reach = new Map(own.map((cell) => [cell.column + cell.colSpan - 1, rightmost(cell.runs)]));
  const cellOf = new Map(own.flatMap((cell) => cell.runs.map((run) => [run, cell])));
  const lines = linesOfRuns(own.flatMap((cell) => cell.runs)).map((line): CutLine => {
    const parts = [...Map.groupBy(line, (run) => cellOf.get(run))].flatMap(([cell, words]): Part[] => {
      if (cell === undefined) return [];
      const left = words.reduce((least, run) => Math.min(least, run.left), Number.POSITIVE_INFINITY);
      const [from, to] = [cell.column, cell.column + cell.colSpan - 1];
      return [{ runs: words, text: joinRuns(words), from, to, left, right: rightmost(words) }];
    });
    return { parts, top: line[0]?.top ?? 0, size: line.reduce((most, run) => Math.max(most, run.size), 0) };
  });
  const isWhole = lines.length < 2 || (isOne && !haveSeveralFigures(lines));
  const rows = isWhole ? [lines] : groupRows(lines, (column) => reach.get(column) ?? 0);
  return rows.map((row, at) =>
    cells.flatMap((cell): PdfCell[] => {
      const { column, colSpan } = cell;
      if (cell.rowSpan > 1) {
        const words = joinWrappedLines(linesOfRuns(cell.runs), cell.right);
        return at > 0 ? [] : [{ text: words, column, colSpan, rowSpan: cell.rowSpan + rows.length - 1 }];
      }
      const words = row.flatMap((line) => line.parts.filter(({ from }) => from === column).map(({ runs }) => runs));
      return [{ text: joinWrappedLines(words, cell.right), column, colSpan, rowSpan: 1 }];
    }),
  );
}

function rightmost(runs: readonly Run[]): number {
  return runs.reduce((most, run) => Math.max(most, run.right), 0);
}

/** Rows without any text are gaps between double rules. */
function withoutEmpty(rows: readonly PdfCell[][]): PdfCell[][] {
  return rows.filter((row) => row.some((cell) => cell.text !== "" || cell.rowSpan > 1));
}
