import { widthOf, wrap } from "./measure.ts";

export const cellSize = 8;
export const cellHeight = 12.5;
export const cellPadding = 4;

/** The cells of a table in Markdown, without the line between head and body. */
export function rowsOf(block: string): string[][] {
  return block
    .split("\n")
    .filter((line) => !isDelimiter(line))
    .map(cellsOf);
}

/** The first row below the head in the block. */
export function rowStarts(block: string): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of block.split("\n")) {
    if (!isDelimiter(line)) starts.push(at);
    at += line.length + 1;
  }
  return starts.slice(1);
}

const isDelimiter = (line: string): boolean => line.startsWith("| -") && /^\|(?: -+:? \|)+$/.test(line);

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(" | ")
    .map((cell) => (cell.includes("\\") ? cell.trim().replaceAll("\\|", "|") : cell.trim()));
}

export interface Column {
  readonly width: number;
  /** True where the column is mostly figures; it is then aligned right, head included. */
  readonly figures: boolean;
}

export const isFigure = (cell: string): boolean => /^[△\d,.％－×（）()%]+$/.test(cell);

/** Columns get room for their longest cell, within bounds. */
export function columnsOf(rows: readonly (readonly string[])[], textWidth: number): Column[] {
  const count = Math.max(...rows.map((row) => row.length));
  const wanted = Array.from({ length: count }, (_, column) =>
    Math.min(240, Math.max(34, ...rows.map((row) => widthOf(row[column] ?? "", cellSize))) + cellPadding * 2),
  );
  const total = wanted.reduce((sum, width) => sum + width, 0);
  const body = rows.slice(1);
  return wanted.map((width, column) => ({
    width: (width * textWidth) / total,
    figures: column > 0 && body.filter((row) => isFigure(row[column] ?? "")).length * 2 >= Math.max(1, body.length),
  }));
}

export function rowHeight(row: readonly string[], columns: readonly Column[]): number {
  const lines = columns.map(({ width }, column) => wrap(row[column] ?? "", cellSize, width - cellPadding * 2).length);
  return Math.max(...lines) * cellHeight + 4;
}
