import type { PdfTable } from "../tables/table.ts";

/**
 * How much of known tables was recognised. A cell counts only with its whole text, in its own table, row and column:
 *
 * - Each recognised table belongs to at most one known table, in reading order, so a cell is never found in another
 *   table that holds the same figure, and two tables that were fused count for one of them at most. A known table may
 *   have one recognised table on each of several pages that follow one another, never two on one page.
 * - Rows are matched in order, each with one row, so that one row too many costs itself and not all below it.
 * - Each known column is one recognised column, the same for all rows of the table, in the same order. Empty columns may
 *   lie between, such as an indentation. A cell over several columns must begin and end where it is known to.
 */
export interface Compared {
  /** Filled cells of the known tables. */
  readonly cells: number;
  readonly found: number;
  /** Filled cells of recognised tables that are in no known table or place. */
  readonly strange: number;
}

/** Of each row its cells; `"<"` continues the cell to its left. */
export type KnownRows = readonly (readonly string[])[];

export const continued = "<";

interface Placed {
  readonly text: string;
  readonly from: number;
  /** The last column. */
  readonly to: number;
}

interface Recognised {
  readonly page: number;
  readonly rows: readonly (readonly Placed[])[];
}

/** `pages`: the tables that were recognised on each page, from the top. */
export function compareTables(known: readonly KnownRows[], pages: readonly (readonly PdfTable[])[]): Compared {
  const wanted = known.map((rows) => rows.map(placedOf));
  const got = pages.flatMap((tables, page) =>
    tables.map(({ rows }): Recognised => {
      const placed = rows.map((row) =>
        row
          .filter((cell) => cell.text.trim() !== "")
          .map(({ text, column, colSpan }) => ({ text: squeeze(text), from: column, to: column + colSpan - 1 })),
      );
      return { page, rows: placed };
    }),
  );
  const found = bestPairs(wanted, got);
  const cells = wanted.flat(2).length;
  const recognised = got.reduce((sum, { rows }) => sum + rows.flat().length, 0);
  return { cells, found, strange: recognised - found };
}

export function addCompared(all: readonly Compared[]): Compared {
  const sum = (of: (each: Compared) => number) => all.reduce((total, each) => total + of(each), 0);
  return { cells: sum(({ cells }) => cells), found: sum(({ found }) => found), strange: sum(({ strange }) => strange) };
}

export function squeeze(text: string): string {
  return text.replace(/[\s\u3000]+/gu, "");
}

function placedOf(row: readonly string[]): Placed[] {
  const cells: { text: string; from: number; to: number }[] = [];
  row.forEach((text, column) => {
    const open = cells.at(-1);
    if (text === continued && open !== undefined) open.to = column;
    else cells.push({ text: squeeze(text), from: column, to: column });
  });
  return cells.filter(({ text }) => text !== "");
}

/** Pairs known and recognised tables in reading order so that most cells are found. */
function bestPairs(wanted: readonly (readonly Placed[])[][], got: readonly Recognised[]): number {
  let above = new Array<number>(got.length + 1).fill(0);
  for (const rows of wanted) {
    const best = [...above];
    for (let end = 1; end <= got.length; end++) {
      best[end] = Math.max(best[end] ?? 0, best[end - 1] ?? 0);
      const pieces: Recognised[] = [];
      for (let begin = end - 1; begin >= 0; begin--) {
        const piece = got[begin];
        const below = pieces[0];
        if (piece === undefined || (below !== undefined && piece.page !== below.page - 1)) break;
        pieces.unshift(piece);
        best[end] = Math.max(best[end] ?? 0, (above[begin] ?? 0) + foundIn(rows, pieces));
      }
    }
    above = best;
  }
  return above.at(-1) ?? 0;
}

/** The rows that a piece holds are followed by those of the next one. */
function foundIn(wanted: readonly (readonly Placed[])[], pieces: readonly Recognised[]): number {
  const scores = wanted.map((): number[] => []);
  for (const { rows } of pieces) {
    const columns = bestColumns(wanted, rows);
    wanted.forEach((row, at) => {
      for (const other of rows) scores[at]?.push(shared(row, other, columns));
    });
  }
  return bestPath(scores);
}

/** The column of the recognised table for each known one, in order: those that share most texts altogether. */
function bestColumns(
  wanted: readonly (readonly Placed[])[],
  got: readonly (readonly Placed[])[],
): ReadonlyMap<number, number> {
  const width = Math.max(0, ...got.flat().map(({ to }) => to + 1));
  const count = Math.max(0, ...wanted.flat().map(({ to }) => to + 1));
  const textsAt = (rows: readonly (readonly Placed[])[], column: number): ReadonlyMap<string, number> => {
    const texts = new Map<string, number>();
    for (const { text } of rows.flatMap((row) => row.filter(({ from }) => from === column)))
      texts.set(text, (texts.get(text) ?? 0) + 1);
    return texts;
  };
  const known = Array.from({ length: count }, (_, column) => textsAt(wanted, column));
  const other = Array.from({ length: width }, (_, column) => textsAt(got, column));
  const common = (a: ReadonlyMap<string, number> = new Map(), b: ReadonlyMap<string, number> = new Map()): number =>
    [...a].reduce((sum, [text, times]) => sum + Math.min(times, b.get(text) ?? 0), 0);
  // The longest common sequence of columns, weighted by the texts that they share.
  const best = Array.from({ length: count + 1 }, () => new Array<number>(width + 1).fill(0));
  const at = (a: number, b: number): number => best[a]?.[b] ?? 0;
  for (let a = count - 1; a >= 0; a--) {
    for (let b = width - 1; b >= 0; b--) {
      const row = best[a];
      if (row !== undefined)
        row[b] = Math.max(at(a + 1, b), at(a, b + 1), at(a + 1, b + 1) + common(known[a], other[b]));
    }
  }
  const columns = new Map<number, number>();
  for (let a = 0, b = 0; a < count && b < width; ) {
    if (at(a, b) === at(a + 1, b)) a++;
    else if (at(a, b) === at(a, b + 1)) b++;
    else columns.set(a++, b++);
  }
  return columns;
}

function shared(row: readonly Placed[], other: readonly Placed[], columns: ReadonlyMap<number, number>): number {
  return row.filter((cell) =>
    other.some(
      ({ text, from, to }) =>
        text === cell.text &&
        from === columns.get(cell.from) &&
        // Only what is known to lie over several columns has to end with the last of them.
        (cell.from === cell.to || to === columns.get(cell.to)),
    ),
  ).length;
}

function bestPath(scores: readonly (readonly number[])[]): number {
  let above: number[] = new Array<number>((scores[0]?.length ?? 0) + 1).fill(0);
  for (const row of scores) {
    const best = [0];
    row.forEach((score, at) => {
      best.push(Math.max(best[at] ?? 0, above[at + 1] ?? 0, (above[at] ?? 0) + score));
    });
    above = best;
  }
  return above.at(-1) ?? 0;
}
