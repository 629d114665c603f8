import { asSpreadsheetText } from "@/lib/text/format/spreadsheet-cell";

/** For a spreadsheet: spanned cells are empty, △ and ▲ become the minus sign they mean. */

export interface TsvCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

export function toTsv(rows: readonly (readonly TsvCell[])[]): string {
  const lines: string[] = [];
  const taken: number[] = [];
  for (const row of rows) {
    const line: string[] = [];
    let column = 0;
    const skipTaken = () => {
      while ((taken[column] ?? 0) > 0) line[column++] = "";
    };
    for (const cell of row) {
      skipTaken();
      for (let i = 0; i < cell.columns; i++) {
        taken[column] = cell.rows;
        line[column++] = i === 0 ? tsvValue(cell.text) : "";
      }
    }
    skipTaken();
    for (let i = 0; i < taken.length; i++) taken[i] = Math.max(0, (taken[i] ?? 0) - 1);
    lines.push(line.join("\t"));
  }
  return `${lines.join("\n")}\n`;
}

const negative = /^[(（]?[△▲]\s*(?=[\d０-９])/u;
const figure = /^[(（]?[△▲\-−－+＋]?[\s\u3000]*[\d０-９][\d０-９,，]*(?:[.．][\d０-９]+)?[%％]?[)）]?$/u;

function tsvValue(text: string): string {
  const words = text.replace(/[\s\u3000]+/gu, " ").trim();
  if (figure.test(words)) {
    // (△12) means minus twelve: the brackets don't add a second minus.
    const plain = words.normalize("NFKC").replace(/\s/g, "");
    return plain.replace(/^[(]?[△▲−]/u, (sign) => (sign.startsWith("(") ? "(-" : "-"));
  }
  const signed = words.replace(negative, (sign) => sign.replace(/[△▲]\s*/u, "-"));
  // A lone dash is an absent value, and a minus before digits with a unit is a number; neither can be read as a
  // formula.
  return /^[-－−]$|^-[\d,.]+\p{L}*$/u.test(signed) ? signed : asSpreadsheetText(signed);
}

/** A cell that shows more than its value says in `data-copy` what is copied of it. */
export function cellsOf(table: HTMLTableElement): TsvCell[][] {
  return [...table.rows].map((row) =>
    [...row.cells].map((cell) => ({
      text: cell.dataset["copy"] ?? cell.textContent ?? "",
      columns: cell.colSpan,
      rows: cell.rowSpan,
    })),
  );
}
