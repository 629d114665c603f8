import type { Block, Cell, Row } from "./blocks.ts";
import { isFigure } from "./figure-cells.ts";

/** A table as a grid of cells without layout: spacer rows and columns and indent columns are removed. */
export interface Placed {
  readonly cell: Cell;
  row: number;
  col: number;
  rowSpan: number;
  colSpan: number;
  indent: number;
}

export interface Grid {
  rowCount: number;
  colCount: number;
  /** In reading order; empty cells only where they are needed to place others. */
  placed: Placed[];
  /** Rows at the top that the source marks as header. */
  headerRows: number;
}

/** Beyond this many slots spans are ignored: a few bytes of markup can claim a billion. */
const slotsMax = 4_000_000;

export function buildGrid(rows: readonly Row[]): Grid {
  const occupied: Uint8Array[] = [];
  const placed: Placed[] = [];
  let colCount = 0;
  let slots = 0;
  rows.forEach((row, at) => {
    let col = 0;
    for (const cell of row.cells) {
      const taken = occupied[at];
      while (taken?.[col] === 1) col++;
      const honest = slots + cell.colSpan * cell.rowSpan <= slotsMax;
      const colSpan = honest ? cell.colSpan : 1;
      const rowSpan = honest ? Math.min(cell.rowSpan, rows.length - at) : 1;
      slots += colSpan * rowSpan;
      // Cells of one row are in order; only those that span rows must be marked.
      for (let down = 1; down < rowSpan; down++) mark(occupied, at + down, col, colSpan);
      placed.push({ cell, row: at, col, rowSpan, colSpan, indent: 0 });
      col += colSpan;
      colCount = Math.max(colCount, col);
    }
  });
  const firstBodyRow = rows.findIndex((row) => !row.header);
  return { rowCount: rows.length, colCount, placed, headerRows: firstBodyRow < 0 ? 0 : firstBodyRow };
}

function mark(occupied: Uint8Array[], row: number, col: number, count: number): void {
  let slots = occupied[row] ?? new Uint8Array(Math.max(16, col + count));
  if (slots.length < col + count) {
    const grown = new Uint8Array((col + count) * 2);
    grown.set(slots);
    slots = grown;
  }
  slots.fill(1, col, col + count);
  occupied[row] = slots;
}

function isEmptyCell(cell: Cell): boolean {
  return cell.blocks.length === 0;
}

/** Drops rows and columns in which nothing begins: spacers and leftovers of a fixed layout. */
export function dropSpacers(grid: Grid): void {
  const rowUsed = new Uint8Array(grid.rowCount);
  const colUsed = new Uint8Array(grid.colCount);
  for (const each of grid.placed) {
    if (isEmptyCell(each.cell)) continue;
    rowUsed[each.row] = 1;
    colUsed[each.col] = 1;
  }
  grid.placed = grid.placed.filter((each) => !isEmptyCell(each.cell));
  const rowAt = positions(rowUsed);
  const colAt = positions(colUsed);
  for (const each of grid.placed) {
    const row = at(rowAt, each.row);
    const col = at(colAt, each.col);
    each.rowSpan = at(rowAt, each.row + each.rowSpan) - row;
    each.colSpan = at(colAt, each.col + each.colSpan) - col;
    each.row = row;
    each.col = col;
  }
  grid.headerRows = at(rowAt, grid.headerRows);
  grid.rowCount = at(rowAt, grid.rowCount);
  grid.colCount = at(colAt, grid.colCount);
}

/** For each old position, how many used ones lie before it. */
function positions(used: Uint8Array): Uint32Array {
  const before = new Uint32Array(used.length + 1);
  for (let i = 0; i < used.length; i++) before[i + 1] = at(before, i) + (used[i] ?? 0);
  return before;
}

function at(positions: Uint32Array, index: number): number {
  return positions[Math.min(index, positions.length - 1)] ?? 0;
}

/**
 * Statements indent their labels by starting them in the second or third of several narrow columns. Those become
 * one column, the depth kept as ideographic spaces.
 */
export function foldIndents(grid: Grid): void {
  const width = indentWidth(grid);
  if (width < 2) return;
  const starts = [...new Set(grid.placed.filter((each) => each.col < width).map((each) => each.col))].sort(
    (a, b) => a - b,
  );
  for (const each of grid.placed) {
    if (each.col < width) {
      each.indent = starts.indexOf(each.col);
      each.col = 0;
      each.colSpan = 1;
    } else each.col -= width - 1;
  }
  grid.colCount -= width - 1;
}

function indentWidth(grid: Grid): number {
  const byRow = rowsOf(grid);
  for (let width = grid.colCount - 1; width >= 2; width--) {
    const fits = byRow.every((row) => {
      const inside = row.filter((each) => each.col < width);
      const label = inside[0];
      if (label === undefined) return true;
      return inside.length === 1 && label.rowSpan === 1 && label.col + label.colSpan <= width;
    });
    if (!fits || grid.placed.some((each) => each.col < width && isFigure(each))) continue;
    if (grid.placed.some((each) => each.col >= width && isFigure(each))) return width;
  }
  return 0;
}

export function rowsOf(grid: Grid): Placed[][] {
  const rows: Placed[][] = Array.from({ length: grid.rowCount }, () => []);
  for (const each of grid.placed) rows[each.row]?.push(each);
  return rows;
}

/** Takes the rows before `count` or after it out of the grid, as the blocks they hold. */
export function takeRows(grid: Grid, from: "start" | "end", count: number): Block[] {
  if (count === 0) return [];
  const isTaken = (each: Placed): boolean => (from === "start" ? each.row < count : each.row >= grid.rowCount - count);
  const blocks = rowsOf(grid).flatMap((row) => row.filter(isTaken).flatMap((each) => each.cell.blocks));
  grid.placed = grid.placed.filter((each) => !isTaken(each));
  if (from === "start") {
    for (const each of grid.placed) each.row -= count;
    grid.headerRows = Math.max(0, grid.headerRows - count);
  }
  grid.rowCount -= count;
  return blocks;
}
