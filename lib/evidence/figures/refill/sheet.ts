import { columnLetters, columnOf, numberIn, rowsMax } from "../../../kit/archives/cell-names.ts";
import { Refusal } from "../../../kit/archives/refusal.ts";
import { escapeXml, type OpenTag, walkXml } from "../../../kit/archives/xml-places.ts";

/** A sheet's XML with the places of its cells, so that a cell is replaced and everything else stays as it was written. */

/** A number, a text, or nothing. */
export type CellText = string | number | null;

const cellsMax = 1_000_000;

export interface Element {
  /** With its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
  /** Before its end tag; the end where it has none. */
  readonly innerEnd: number;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
  readonly style: string | undefined;
  readonly text: string;
  readonly hasFormula: boolean;
  /** The place of a formula's stored result. */
  readonly result: { readonly start: number; readonly end: number } | undefined;
}

export interface Sheet {
  readonly xml: string;
  readonly prefix: string;
  /** By row and column, both from 1. */
  readonly cells: ReadonlyMap<number, ReadonlyMap<number, Cell>>;
}

interface ReadCell {
  readonly start: number;
  readonly style: string | undefined;
  readonly type: string;
  text: string;
  hasFormula: boolean;
  resultStart: number;
  result: Cell["result"];
}

/** The elements of some names, in the order of their ends. */
export function scanXml(xml: string, locals: readonly string[]): Element[] {
  const open: OpenTag[] = [];
  const found: Element[] = [];
  walkXml(xml, {
    open: (element) => void open.push(element),
    close(local, { start, end }) {
      const element = open.pop();
      if (element === undefined || !locals.includes(local)) return;
      if (found.length >= cellsMax) throw new Refusal("too_large", "The workbook is too large.");
      // An element of one tag ends where it starts.
      found.push({ ...element, end, innerEnd: start === element.start ? end : start });
    },
  });
  return found;
}

export function readSheet(xml: string, strings: readonly string[]): Sheet {
  const cells = new Map<number, Map<number, Cell>>();
  const inside: string[] = [];
  let [row, column, count, prefix] = [0, 0, 0, ""];
  let cell: ReadCell | undefined;
  walkXml(xml, {
    open({ name, local, attributes, start }) {
      inside.push(local);
      if (local === "sheetData") prefix = name.slice(0, -local.length);
      if (local === "row") [row, column] = [numberIn(attributes["r"], row + 1, rowsMax), 0];
      if (local === "c") {
        column = attributes["r"] === undefined ? column + 1 : columnOf(attributes["r"]);
        if (++count > cellsMax) throw new Refusal("too_large", "The workbook has too many cells.");
        const about = { start, style: attributes["s"], type: attributes["t"] ?? "n" };
        cell = { ...about, text: "", hasFormula: false, resultStart: 0, result: undefined };
      }
      if (local === "f" && cell !== undefined) cell.hasFormula = true;
      if (local === "v" && cell !== undefined) cell.resultStart = start;
    },
    text(text) {
      const here = inside.at(-1);
      if (cell !== undefined && (here === "v" || (here === "t" && !inside.includes("rPh")))) cell.text += text;
    },
    close(local, { end }) {
      inside.pop();
      if (local === "v" && cell?.hasFormula === true) cell.result = { start: cell.resultStart, end };
      if (local !== "c" || cell === undefined) return;
      const { start, style, type, hasFormula, result } = cell;
      const text = type === "s" ? (strings[Number(cell.text)] ?? "") : cell.text;
      const line = cells.get(row) ?? new Map<number, Cell>();
      cells.set(row, line.set(column, { row, column, start, end, style, text, hasFormula, result }));
      cell = undefined;
    },
  });
  return { xml, prefix, cells };
}

export function cellXml(prefix: string, row: number, column: number, value: string | number, style?: string): string {
  const head = `<${prefix}c r="${columnLetters(column)}${row}"${style === undefined ? "" : ` s="${escapeXml(style)}"`}`;
  if (typeof value === "number") return `${head}><${prefix}v>${value}</${prefix}v></${prefix}c>`;
  const text = `<${prefix}t xml:space="preserve">${escapeXml(value)}</${prefix}t>`;
  return `${head} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`;
}
