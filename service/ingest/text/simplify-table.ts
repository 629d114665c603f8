import { isOneLine } from "./alignment.ts";
import type { Block, Table } from "./blocks.ts";
import { isFigure, textOf } from "./figure-cells.ts";
import { buildGrid, dropSpacers, foldIndents, type Grid, type Placed, rowsOf, takeRows } from "./grid.ts";
import { keepIndents } from "./label-indents.ts";

/** A table that only arranges text becomes that text; a real one keeps its grid, its captions outside it. */
type Simplified =
  | { readonly kind: "blocks"; readonly blocks: readonly Block[] }
  | {
      readonly kind: "grid";
      readonly before: readonly Block[];
      readonly grid: Grid;
      readonly after: readonly Block[];
    };

export function simplifyTable(table: Table): Simplified {
  const grid = buildGrid(table.rows);
  dropSpacers(grid);
  const before = takeRows(grid, "start", captionRows(grid));
  const after = takeRows(grid, "end", noteRows(grid));
  dropSpacers(grid);
  if (grid.colCount <= 1 || (grid.rowCount <= 1 && !grid.placed.some((each) => each.cell.figure))) {
    const inner = rowsOf(grid).flatMap((row) => row.flatMap((each) => each.cell.blocks));
    const isLine = grid.colCount <= 1 && inner.every((each) => each.kind === "paragraph" && isOneLine(each.text));
    return { kind: "blocks", blocks: [...before, ...(isLine ? inner : inner.map(arranged)), ...after] };
  }
  foldIndents(grid);
  if (grid.headerRows > 0 || looksLikeHeader(grid)) grid.headerRows = headerHeight(grid);
  keepIndents(grid);
  return { kind: "grid", before, grid, after };
}

/** Cells that stood beside each other follow one another as text, and long text reads from its edge. */
function arranged(block: Block): Block {
  return block.kind === "paragraph" ? { ...block, arranged: true } : block;
}

const caption = /単位|現在|[百千]?万?円[)）〕\]]|^[(（]自/;

/** Rows at the top that hold one cell alone, across the table or plainly a unit. */
function captionRows(grid: Grid): number {
  const rows = rowsOf(grid);
  let count = 0;
  for (const row of rows) {
    const only = row[0];
    if (row.length !== 1 || only === undefined || only.rowSpan > 1 || count >= grid.rowCount - 1) break;
    if (spansTo(rows, count)) break;
    if (!(only.colSpan >= grid.colCount && count < 3) && !caption.test(textOf(only))) break;
    if (textOf(only).length > 80) break;
    count++;
  }
  return count;
}

function noteRows(grid: Grid): number {
  const rows = rowsOf(grid);
  let count = 0;
  for (let at = rows.length - 1; at > 0; at--) {
    const row = rows[at] ?? [];
    const only = row[0];
    if (row.length !== 1 || only === undefined || spansTo(rows, at)) break;
    if (only.colSpan < grid.colCount || !/^(?:[(（]?注|※)/.test(textOf(only))) break;
    count++;
  }
  return count;
}

/** A cell from above reaches into the row. */
function spansTo(rows: readonly Placed[][], at: number): boolean {
  return rows.slice(0, at).some((row) => row.some((each) => each.row + each.rowSpan > at));
}

/** A first row of short labels over something else. */
function looksLikeHeader(grid: Grid): boolean {
  const [first = [], second = []] = rowsOf(grid);
  if (grid.rowCount < 2) return false;
  if (first.length === 1) return (first[0]?.col ?? 0) > 0 && namesColumns(first, second);
  const labels = first.map(textOf);
  if (labels.some((label) => /[。】]$/.test(label) || label.length > 60)) return false;
  return !first.some(isFigure) && !/^(?:\d{4}|[０-９]{4}|明治|大正|昭和|平成|令和).*[年月]/.test(labels[0] ?? "");
}

/** As deep as the cells of the first row reach, and on below a cell that spans columns which are named next. */
function headerHeight(grid: Grid): number {
  const rows = rowsOf(grid);
  let height = Math.max(grid.headerRows, ...(rows[0] ?? []).map((each) => each.rowSpan));
  while (height < Math.min(4, grid.rowCount - 1) && namesColumns(rows[height - 1] ?? [], rows[height] ?? [])) height++;
  if (height >= grid.rowCount) return Math.max(grid.headerRows, 1);
  const hasFigure = rows.slice(0, height).some((row) => row.some((each) => each.cell.figure));
  return hasFigure ? Math.max(grid.headerRows, 1) : height;
}

function namesColumns(above: readonly Placed[], row: readonly Placed[]): boolean {
  const isDivided = above.some((each) => each.colSpan > 1);
  return isDivided && row.length > 0 && !row.some((each) => each.col === 0 || isFigure(each));
}
