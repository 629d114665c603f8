import { type CellValue, type HyperlinkValue, writeXlsx } from "hucre/xlsx";
import { type ExportRow, exportColumns } from "./export.ts";
import { keyRows, keysSheet, keysVersion, lineOfRow, numberOf, periodOf } from "./workbook-keys.ts";

/** Every row has its unit and a link to its place in the text. Texts are never written as formulas. */

/** A spreadsheet takes no more links in one sheet; addresses beyond are text. */
const linksMax = 65_000;
const rowsMax = 200_000;
const periodsMax = 120;

type Row = Record<string, CellValue | HyperlinkValue>;

export async function writeWorkbook(rows: readonly ExportRow[]): Promise<Uint8Array> {
  const kept = rows.slice(0, rowsMax);
  return writeXlsx({
    sheets: [
      { name: "By period", ...byPeriod(kept), freezePane: { rows: 1, columns: 2 } },
      {
        name: "All figures",
        columns: exportColumns.map(([key, header]) => ({ key, header, width: widths[key] ?? 14 })),
        data: kept.map((row, at) => cellsOf(row, at)),
        freezePane: { rows: 1 },
      },
      { name: keysVersion.sheet, rows: keysSheet(keyRows(kept)), hidden: true },
    ],
  });
}

const widths: Partial<Record<keyof ExportRow, number>> = {
  labelJa: 32,
  labelEn: 36,
  element: 48,
  document: 36,
  value: 20,
};

function cellsOf(row: ExportRow, at: number): Row {
  const cells: Row = {};
  for (const [key] of exportColumns) {
    const value = row[key];
    if (key === "value") cells[key] = numberOf(row.value);
    else if (key === "link") cells[key] = linkTo(row.link, at);
    else cells[key] = value === "" ? null : value;
  }
  return cells;
}

function linkTo(address: string, at: number): CellValue | HyperlinkValue {
  return at < linksMax ? { text: address, hyperlink: address } : address;
}

interface Line {
  readonly first: ExportRow;
  readonly values: Map<string, string>;
  link: { readonly period: string; readonly address: string };
}

/** The same amount of several periods is one row; rows and files are never added up or joined otherwise. */
function byPeriod(rows: readonly ExportRow[]) {
  const lines = new Map<string, Line>();
  const periods = new Set<string>();
  for (const row of rows) {
    const key = lineOfRow(row);
    const period = periodOf(row);
    const line = lines.get(key) ?? { first: row, values: new Map(), link: { period: "", address: row.link } };
    lines.set(key, line);
    if (row.value === "" || line.values.has(period)) continue;
    if (periods.size >= periodsMax && !periods.has(period)) continue;
    periods.add(period);
    line.values.set(period, row.value);
    const end = period.slice(-10);
    if (end >= line.link.period) line.link = { period: end, address: row.link };
  }
  const heads = [...periods].sort((a, b) => (a.slice(-10) + a < b.slice(-10) + b ? -1 : 1));
  const names = ["labelJa", "labelEn", "issuer", "element", "standard", "basis", "members", "unit"] as const;
  const headers = new Map(exportColumns);
  return {
    columns: [
      ...names.map((key) => ({ key, header: headers.get(key) ?? key, width: widths[key] ?? 14 })),
      { key: "link", header: "link", width: 40 },
      // Last, so that a refill finds room for further periods.
      ...heads.map((period) => ({ key: period, header: period, width: 25 })),
    ],
    data: [...lines.values()].map(({ first, values, link }, at): Row => {
      const cells: Row = Object.fromEntries(names.map((key) => [key, first[key] === "" ? null : first[key]]));
      for (const period of heads) cells[period] = numberOf(values.get(period) ?? "");
      cells["link"] = linkTo(link.address, at);
      return cells;
    }),
  };
}
