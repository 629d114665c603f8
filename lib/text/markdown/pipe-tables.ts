import type { Element } from "hast";
import { element, text } from "./hast.ts";

/** The Markdown parser takes fifty times as long, and a third of a filing is tables of plain figures. */

/** With where it begins in the text, and each line of a table. */
export type Segment =
  | { readonly markdown: string; readonly start: number }
  | { readonly table: Element; readonly lineStarts: readonly number[] };

/** Blocks that span blank lines or are referred to from elsewhere; a text with one is parsed as a whole. */
const reachingBlocks = /^ {0,3}(?:\[[^\]\n]+\]:|```|~~~)|<(?:script|pre|style|textarea|!|\?)/im;
/** Characters that may be markup in a cell. */
const notPlain = /[\\*_~`[\]<>&!@]|https?:|www\./i;
const delimiter = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+$/;

export function splitTables(source: string): readonly Segment[] {
  if (!source.includes("\n|") && !source.startsWith("|")) return [{ markdown: source, start: 0 }];
  if (reachingBlocks.test(source)) return [{ markdown: source, start: 0 }];
  const lines = source.split("\n");
  const starts = startsOf(lines);
  const segments: Segment[] = [];
  let waiting: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const end = tableEnd(lines, i);
    const table = end === undefined ? undefined : tableOf(lines.slice(i, end));
    if (end === undefined || table === undefined) {
      waiting.push(lines[i] ?? "");
      continue;
    }
    takeWaiting(i);
    segments.push({ table, lineStarts: starts.slice(i, end) });
    i = end - 1;
  }
  takeWaiting(lines.length);
  return segments;

  function takeWaiting(before: number): void {
    if (waiting.length > 0)
      segments.push({ markdown: waiting.join("\n"), start: starts[before - waiting.length] ?? 0 });
    waiting = [];
  }
}

function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

/** The line after a block of pipe rows that begins here and is surrounded by blank lines. */
function tableEnd(lines: readonly string[], start: number): number | undefined {
  if (start > 0 && (lines[start - 1] ?? "").trim() !== "") return undefined;
  if (!isRow(lines[start]) || !delimiter.test((lines[start + 1] ?? "").trim())) return undefined;
  let end = start;
  while (end < lines.length && (lines[end] ?? "").trim() !== "") {
    if (!isRow(lines[end])) return undefined;
    end++;
  }
  return end;
}

function isRow(line: string | undefined): boolean {
  return line !== undefined && /^\|.*\|[ \t]*$/.test(line);
}

function tableOf(lines: readonly string[]): Element | undefined {
  const head = cellsOf(lines[0] ?? "");
  if (cellsOf(lines[1] ?? "").length !== head.length) return undefined;
  const rows = [head, ...lines.slice(2).map(cellsOf)];
  if (rows.some((row) => row.some((cell) => notPlain.test(cell)))) return undefined;
  const body = rows.slice(1).map((row) => rowOf("td", head.length, row));
  return element("table", {}, [
    element("thead", {}, [rowOf("th", head.length, head)]),
    ...(body.length === 0 ? [] : [element("tbody", {}, body)]),
  ]);
}

function cellsOf(line: string): string[] {
  const inside = line.trimEnd().slice(1, -1);
  return inside.split("|").map(withoutSpace);
}

/** Spaces and tabs alone, as Markdown has it. A pattern would look for the end of the cell from each of them. */
function withoutSpace(cell: string): string {
  let [start, end] = [0, cell.length];
  while (start < end && " \t".includes(cell.charAt(start))) start++;
  while (end > start && " \t".includes(cell.charAt(end - 1))) end--;
  return cell.slice(start, end);
}

/** A row has as many cells as the header: missing ones are empty, additional ones are dropped. */
function rowOf(tagName: "th" | "td", count: number, cells: readonly string[]): Element {
  return element(
    "tr",
    {},
    Array.from({ length: count }, (_, i) => {
      const words = cells[i] ?? "";
      return element(tagName, {}, words === "" ? [] : [text(words)]);
    }),
  );
}
