import type { Place } from "./located-json.ts";
import { JsonFault } from "./located-json.ts";

export interface CsvCell extends Place {
  readonly text: string;
}

/** Comma-separated, quoted where needed, quotes doubled. Empty lines are passed over. */
export function parseLocatedCsv(text: string): CsvCell[][] {
  const rows: CsvCell[][] = [];
  let row: CsvCell[] = [];
  let [line, column] = [1, 1];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const endRow = (): void => {
    if (row.length > 1 || row[0]?.text !== "") rows.push(row);
    row = [];
  };
  while (at <= text.length) {
    const start = { line, column };
    let cell = "";
    if (text[at] === '"') {
      const closed = /"((?:[^"]|"")*)"/y;
      closed.lastIndex = at;
      const found = closed.exec(text);
      if (found === null) throw new JsonFault("A quoted value that is not closed", start);
      cell = (found[1] ?? "").replaceAll('""', '"');
      at += found[0].length;
      const lines = found[0].split("\n");
      line += lines.length - 1;
      column = lines.length > 1 ? [...(lines.at(-1) ?? "")].length + 1 : column + [...found[0]].length;
      if (at < text.length && !/[,\r\n]/.test(text[at] ?? "")) {
        throw new JsonFault("A comma or a line end must follow the closing quote", { line, column });
      }
    } else {
      const plain = /[^,\r\n]*/y;
      plain.lastIndex = at;
      cell = plain.exec(text)?.[0] ?? "";
      at += cell.length;
      column += [...cell].length;
    }
    row.push({ ...start, text: cell });
    if (text[at] === ",") {
      at++;
      column++;
      continue;
    }
    endRow();
    if (text[at] === "\r") at++;
    at++;
    line++;
    column = 1;
  }
  return rows;
}
