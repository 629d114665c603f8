import type { Element } from "hast";
import { isAbsent, isFigure, isFigureColumn } from "./figures.ts";
import { isElement } from "./hast.ts";
import { keepWhole } from "./keep-whole.ts";
import { gridOf, type Row } from "./table-grid.ts";
import { halfWidths } from "./widths.ts";

/**
 * Tables inside a cell, such as an officer's career: words to the left, figures to the right, and a first column of
 * dates as the labels of their rows. They get no figure of their own.
 */
export function setNestedTables(cell: Element): void {
  for (const child of cell.children) {
    if (isElement(child, "table")) setNested(child);
    else if (isElement(child)) setNestedTables(child);
  }
}

function setNested(table: Element): void {
  table.properties = { className: ["inner"] };
  const { rows, columnCount } = gridOf(table);
  const figures = Array.from({ length: columnCount }, (_, column) => isFigureColumn(textsOf(rows, column)));
  const hasLabels = columnCount > 1 && figures[0] !== true && textsOf(rows, 0).every(isLabel);
  for (const { element, cells } of rows) {
    for (const cell of cells) {
      const isRowLabel = hasLabels && cell.column === 0 && cell.columns === 1;
      const isRight = figures[cell.column] === true && (isFigure(cell.text) || isAbsent(cell.text));
      cell.element.tagName = isRowLabel ? "th" : "td";
      const { colSpan, rowSpan } = cell.element.properties;
      cell.element.properties = {
        ...(colSpan === undefined ? {} : { colSpan }),
        ...(rowSpan === undefined ? {} : { rowSpan }),
        ...(isRowLabel ? { scope: cell.rows > 1 ? "rowgroup" : "row" } : isRight ? {} : { className: ["l"] }),
      };
      if (!isRight && !isRowLabel) keepWhole(cell.element);
      setNestedTables(cell.element);
    }
    element.properties = {};
  }
}

function textsOf(rows: readonly Row[], column: number): string[] {
  return rows
    .flatMap((row) => row.cells.filter((cell) => cell.column === column && cell.columns === 1))
    .map(({ text }) => text);
}

/** 1994年4月, 平成16年10月から: a day or another short word, which stays on one line. */
const isLabel = (words: string): boolean => halfWidths(words.trim()) <= 18;
