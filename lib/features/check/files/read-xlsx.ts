import { formatValue } from "hucre";
import { readXlsx as readWorkbook, type Sheet } from "hucre/xlsx";
import { OfficePackage } from "../../../kit/archives/office-package.ts";
import { type DraftBlock, draftBounds } from "../draft.ts";
import { officeLimits } from "./file-limits.ts";
import { RefusedFile } from "./refused.ts";
import { sheetBlocks } from "./sheet-blocks.ts";

/** Its visible sheets as they are shown: numbers in their cell's format, merged cells in each row and column. */
export async function readXlsx(bytes: Uint8Array): Promise<DraftBlock[]> {
  // The library has no limits of its own: every part is unpacked within ours first.
  await OfficePackage.open(bytes, officeLimits);
  const { sheets } = await readWorkbook(bytes, {
    readStyles: true,
    maxRows: draftBounds.rowsMax + 1,
    sheets: ({ hidden, veryHidden }) => hidden !== true && veryHidden !== true,
  });
  if (sheets.some(({ rows }) => rows.length > draftBounds.rowsMax)) throw new RefusedFile("too_complex");
  return sheets.flatMap((sheet, at) => sheetBlocks(shownRows(sheet), { prefix: `s${at + 1}-`, sheet: sheet.name }));
}

function shownRows(sheet: Sheet): string[][] {
  const rows = sheet.rows.map((row, at) =>
    row.slice(0, draftBounds.columnsMax).map((value, column) => shown(sheet, at, column, value)),
  );
  for (const { startRow, startCol, endRow, endCol } of sheet.merges ?? []) {
    const text = rows[startRow]?.[startCol] ?? "";
    for (let row = startRow; row <= Math.min(endRow, rows.length - 1); row++) {
      for (let column = startCol; column <= Math.min(endCol, draftBounds.columnsMax - 1); column++) {
        const cells = rows[row];
        if (cells !== undefined) cells[column] = text;
      }
    }
  }
  return rows.map((row) => Array.from(row, (cell) => cell ?? ""));
}

function shown(sheet: Sheet, row: number, column: number, value: unknown): string {
  if (value === null || value === undefined) return "";
  const format = sheet.cells?.get(`${row},${column}`)?.style?.numFmt;
  if (typeof value === "number" && format !== undefined) return formatValue(value, format);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value);
}
