import { enclosed } from "../format/enclosed.ts";

/** The tables of a delivered text as rows of plain cells, each with where its row stands in the text. */
export interface TextTable {
  readonly start: number;
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  /** Cells by column; one that spans several columns or rows stands in each of them. */
  readonly cells: readonly string[];
  /** The row's words as they are shown, which a receipt quotes. */
  readonly shown: string;
  readonly start: number;
}

const columnsMax = 200;
const rowsMax = 3_000;

export function tablesIn(markdown: string): TextTable[] {
  const tables: TextTable[] = [];
  for (const { start, end } of enclosed(markdown, /<table\b[^<>]*>/giu, /<\/table>/giu)) {
    tables.push({ start, rows: htmlRows(markdown.slice(start, end), start) });
  }
  for (const match of markdown.matchAll(/(?:^\|.*\|[ \t]*$\n?)+/gmu)) {
    tables.push({ start: match.index, rows: pipeRows(match[0], match.index) });
  }
  return tables.sort((a, b) => a.start - b.start);
}

function pipeRows(text: string, start: number): TableRow[] {
  const rows: TableRow[] = [];
  let at = start;
  for (const line of text.split("\n")) {
    if (line.trim() !== "" && !/^\|[-:|\s]+\|\s*$/u.test(line) && rows.length < rowsMax) {
      const cells = line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/u)
        .map(plain)
        .slice(0, columnsMax);
      rows.push({ cells, shown: cells.filter((cell) => cell !== "").join(" "), start: at });
    }
    at += line.length + 1;
  }
  return rows;
}

function htmlRows(html: string, start: number): TableRow[] {
  const rows: TableRow[] = [];
  /** For each column, what a cell above puts there and for how many more rows. */
  const above: { text: string; rows: number }[] = [];
  for (const row of html.matchAll(/<tr\b[^<>]*>([\s\S]*?)(?=<\/tr>|<tr\b|<\/table>)/giu)) {
    if (rows.length >= rowsMax) break;
    const cells: string[] = [];
    const shown: string[] = [];
    const fromAbove = () => {
      for (let held = above[cells.length]; held !== undefined && held.rows > 0; held = above[cells.length]) {
        held.rows -= 1;
        cells.push(held.text);
      }
    };
    for (const [, attributes = "", inner = ""] of (row[1] ?? "").matchAll(
      /<t[dh]\b([^<>]*)>([\s\S]*?)(?=<\/t[dh]>|<t[dh]\b|$)/giu,
    )) {
      fromAbove();
      const text = plain(inner);
      if (text !== "") shown.push(text);
      const down = spanOf(attributes, "rowspan") - 1;
      for (let i = spanOf(attributes, "colspan"); i > 0 && cells.length < columnsMax; i--) {
        above[cells.length] = { text, rows: down };
        cells.push(text);
      }
    }
    fromAbove();
    rows.push({ cells, shown: shown.join(" "), start: start + row.index });
  }
  return rows;
}

function spanOf(attributes: string, name: "colspan" | "rowspan"): number {
  const value = Number(new RegExp(`${name}\\s*=\\s*["']?(\\d+)`, "iu").exec(attributes)?.[1] ?? 1);
  return Number.isInteger(value) && value > 0 ? Math.min(value, columnsMax) : 1;
}

function plain(cell: string): string {
  return cell
    .replace(/<[^<>]*>/gu, " ")
    .replace(/&nbsp;/gu, " ")
    .replace(/&lt;/gu, "<")
    .replace(/&gt;/gu, ">")
    .replace(/&amp;/gu, "&")
    .replace(/\\(.)/gu, "$1")
    .replace(/\s+/gu, " ")
    .trim();
}
