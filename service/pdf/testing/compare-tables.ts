import type { PdfTable } from "../tables/table.ts";

/** How many filled cells of a known table were found in their row and column of a recognised one. */
export interface Compared {
  readonly cells: number;
  readonly found: number;
}

/**
 * Rows are matched in order by what they have in common, so that one row too many costs itself and not all below it; a
 * cell counts as found where its row has its text, as often and in the same order of columns.
 */
export function compareTables(rows: readonly (readonly string[])[], tables: readonly PdfTable[]): Compared {
  const wanted = rows.map((row) => row.map(squeeze));
  const got = tables.flatMap((table) => {
    const columns = Math.max(0, ...table.rows.flatMap((row) => row.map((cell) => cell.column + cell.colSpan)));
    return table.rows.map((row) => {
      const cells = new Array<string>(columns).fill("");
      for (const cell of row) cells[cell.column] = squeeze(cell.text);
      return cells;
    });
  });
  const columnsOf = bestColumns(wanted, got);
  const scores = wanted.map((row) => got.map((other) => shared(row, other, columnsOf)));
  return { cells: wanted.flat().filter((cell) => cell !== "").length, found: bestPath(scores) };
}

export function squeeze(text: string): string {
  return text.replace(/[\s\u3000]+/gu, "");
}

/** Empty columns, such as an indentation, may lie between: each known column is the one that shares most with it. */
function bestColumns(wanted: readonly string[][], got: readonly string[][]): readonly number[] {
  const width = Math.max(0, ...got.map((row) => row.length));
  const columns: number[] = [];
  let from = 0;
  const count = Math.max(0, ...wanted.map((row) => row.length));
  for (let column = 0; column < count; column++) {
    const texts = new Set(wanted.map((row) => row[column] ?? "").filter((text) => text !== ""));
    let best = from;
    let most = -1;
    for (let at = from; at < width; at++) {
      const hits = got.filter((row) => texts.has(row[at] ?? "")).length;
      if (hits > most) [best, most] = [at, hits];
    }
    columns.push(best);
    from = best + 1;
  }
  return columns;
}

function shared(row: readonly string[], other: readonly string[], columns: readonly number[]): number {
  return row.filter((cell, at) => cell !== "" && other[columns[at] ?? -1] === cell).length;
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
