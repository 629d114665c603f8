import { enclosed } from "../../../lib/text/format/enclosed.ts";

/** A row of a table that a question may ask for: its cells, and the head of its table. */
export interface TableRow {
  /** Which table of the section, and which of its rows, from 0; the head is counted. */
  readonly table: number;
  readonly row: number;
  readonly label: string;
}

export interface SectionTable {
  /** Caption, unit, and the cells of the head: what all rows have in common. */
  readonly head: string;
  readonly rows: readonly TableRow[];
}

const tablesMax = 500;
const rowsMax = 2_000;
/** With the tags of its alignment. */
const aboveLengthMax = 110;
const labelLengthMax = 60;
const headLengthMax = 240;

/** The tables of a section's Markdown, rendered as pipes or as HTML, with the rows that hold a figure. */
export function tablesOf(markdown: string): SectionTable[] {
  if (!markdown.includes("|") && !markdown.includes("<table>")) return [];
  const tables: SectionTable[] = [];
  let above = "";
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length && tables.length < tablesMax; at++) {
    const line = lines[at] ?? "";
    const isHtml = line.startsWith("<table>");
    if (!isHtml && !line.startsWith("|")) {
      if (line.trim() !== "") above = line.length <= aboveLengthMax ? line : "";
      continue;
    }
    let end = at;
    if (isHtml) while (end < lines.length && !(lines[end] ?? "").endsWith("</table>")) end++;
    else while (end + 1 < lines.length && (lines[end + 1] ?? "").startsWith("|")) end++;
    const block = lines.slice(at, end + 1);
    const grid = isHtml ? htmlGrid(block.join("")) : pipeGrid(block);
    const table = tableOf(grid, above, tables.length);
    tables.push(table);
    above = "";
    at = end;
  }
  return tables;
}

interface GridRow {
  readonly isHead: boolean;
  readonly cells: readonly string[];
}

function tableOf(grid: readonly GridRow[], above: string, table: number): SectionTable {
  const head = grid.filter((row) => row.isHead).flatMap((row) => row.cells);
  const rows: TableRow[] = [];
  // A cell that spans several rows, or is alone in one, names the rows below it.
  let group = "";
  for (const [at, { isHead, cells }] of grid.entries()) {
    if (isHead || rows.length >= rowsMax) continue;
    const words = cells.filter((cell) => cell !== "" && !isFigureText(cell));
    const label = words[0] ?? "";
    if (!cells.some(isFigureText)) {
      if (label !== "" && cells.filter((cell) => cell !== "").length === 1) group = label;
      continue;
    }
    if (label === "" || label.length > labelLengthMax) continue;
    rows.push({
      table,
      row: at,
      label: group !== "" && group.length < 30 && !label.includes(group) ? `${group} ${label}` : label,
    });
  }
  return {
    head: [plainCell(above), ...head]
      .filter((each) => each !== "")
      .join(" ")
      .slice(0, headLengthMax),
    rows,
  };
}

function pipeGrid(lines: readonly string[]): GridRow[] {
  const rows: GridRow[] = [];
  const rule = lines.findIndex((line) => /^\|(?:\s*:?-+:?\s*\|)+$/u.test(line));
  for (const [at, line] of lines.entries()) {
    if (at === rule) continue;
    const cells = line
      .replace(/^\||\|$/gu, "")
      .split(line.includes("\\") ? /(?<!\\)\|/u : "|")
      .map(plainCell);
    rows.push({ isHead: at < rule, cells });
  }
  return rows;
}

function htmlGrid(html: string): GridRow[] {
  const rows: GridRow[] = [];
  for (const { inner: row } of enclosed(html, /<tr>/gu, /<\/tr>/gu)) {
    const cells = [...enclosed(row, /<t[dh][^<>]*>/gu, /<\/t[dh]>/gu)].map(({ inner }) => plainCell(inner));
    rows.push({ isHead: row.startsWith("<th"), cells });
  }
  return rows;
}

const marked = /[<\\&*\s]/u;

function plainCell(cell: string): string {
  const words = cell.trim();
  // Most cells are one word or figure.
  if (!marked.test(words)) return words;
  return words
    .replace(/<br>/gu, " ")
    .replace(/<[^<>]*>/gu, "")
    .replace(/\\([!-/:-@[-`{-~])/gu, "$1")
    .replace(/&amp;/gu, "&")
    .replace(/&lt;/gu, "<")
    .replace(/&gt;/gu, ">")
    .replace(/\*\*/gu, "")
    .replace(/[\s\u3000]+/gu, " ")
    .trim();
}

const figureText = /^[※*＊注()（）0-9０-９,，.．:：△▲+＋\-－―‐–—%％円銭株名人社倍年歳回百千万億兆\s]+$/u;

function isFigureText(cell: string): boolean {
  return /[0-9０-９]/u.test(cell) && figureText.test(cell);
}
