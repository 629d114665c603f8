import type { PdfTable } from "../../pdf/index.ts";
import type { Cell, Row, Table } from "../text/blocks.ts";
import { flatten } from "../text/flatten.ts";
import { renderBlocks } from "../text/render.ts";

/** A table of a PDF as Markdown, with captions, heads and spans like one of a page of HTML. */
export function tableText(table: PdfTable): string {
  return renderBlocks(flatten([tableBlock(table)]), () => undefined);
}

export function tableBlock({ rows }: PdfTable): Table {
  const columns = Math.max(0, ...rows.flatMap((row) => row.map((cell) => cell.column + cell.colSpan)));
  const open = new Uint16Array(columns);
  const block = rows.map((row): Row => {
    const cells: Cell[] = [];
    for (let column = 0; column < columns; ) {
      const cell = row.find((each) => each.column === column);
      if ((open[column] ?? 0) > 0) column++;
      else if (cell === undefined) {
        cells.push(cellOf("", 1, 1));
        column++;
      } else {
        cells.push(cellOf(cell.text, cell.colSpan, cell.rowSpan));
        for (let at = column; at < column + cell.colSpan; at++) open[at] = cell.rowSpan;
        column += cell.colSpan;
      }
    }
    for (let at = 0; at < columns; at++) open[at] = Math.max(0, (open[at] ?? 0) - 1);
    return { header: false, cells };
  });
  return { kind: "table", rows: block };
}

function cellOf(text: string, colSpan: number, rowSpan: number): Cell {
  const paragraph = { kind: "paragraph", align: "start", bold: false, left: 0, list: undefined } as const;
  return { blocks: text === "" ? [] : [{ ...paragraph, text }], colSpan, rowSpan, figure: false };
}
