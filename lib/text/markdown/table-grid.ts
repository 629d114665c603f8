import type { Element } from "hast";
import { isElement, toText } from "./hast.ts";

/** A table as it is shown: cells at their columns, with spans resolved. */

export interface Cell {
  readonly element: Element;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
  readonly text: string;
}

export interface Row {
  readonly element: Element;
  readonly part: "head" | "body";
  /** The cells that begin in this row. */
  readonly cells: readonly Cell[];
}

export interface Grid {
  readonly rows: readonly Row[];
  readonly columnCount: number;
}

const columnMax = 2000;

export function gridOf(table: Element): Grid {
  const rows: Row[] = [];
  // For each column, the number of further rows that a cell above occupies.
  const taken: number[] = [];
  let columnCount = 0;
  for (const { element, part } of rowsOf(table)) {
    const cells: Cell[] = [];
    let column = 0;
    for (const child of element.children) {
      if (!isElement(child, "td", "th")) continue;
      while ((taken[column] ?? 0) > 0 && column < columnMax) column++;
      const columns = span(child, "colSpan");
      const down = span(child, "rowSpan");
      cells.push({ element: child, column, columns, rows: down, text: toText(child) });
      for (let i = column; i < Math.min(column + columns, columnMax); i++) taken[i] = down;
      column = Math.min(column + columns, columnMax);
    }
    columnCount = Math.max(columnCount, column);
    for (let i = 0; i < taken.length; i++) taken[i] = Math.max(0, (taken[i] ?? 0) - 1);
    rows.push({ element, part, cells });
  }
  return { rows, columnCount };
}

function* rowsOf(table: Element): Generator<{ element: Element; part: "head" | "body" }> {
  for (const child of table.children) {
    if (isElement(child, "tr")) yield { element: child, part: "body" };
    if (!isElement(child, "thead", "tbody", "tfoot")) continue;
    const part = child.tagName === "thead" ? "head" : "body";
    for (const row of child.children) if (isElement(row, "tr")) yield { element: row, part };
  }
}

function span(cell: Element, name: "colSpan" | "rowSpan"): number {
  const value = Number(cell.properties[name] ?? 1);
  return Number.isInteger(value) && value > 0 ? value : 1;
}
