import { Parser } from "htmlparser2";
import { localName } from "../../../kit/archives/parse-xml.ts";
import { Refusal } from "../../../kit/archives/refusal.ts";

/** A sheet's XML with the places of its cells, so that a cell is replaced and everything else stays as it was written. */

/** A number, a text, or nothing. */
export type CellText = string | number | null;

const cellsMax = 1_000_000;
const columnsMax = 16_384;
const rowsMax = 1_048_576;
const depthMax = 200;
const pieceLength = 262_144;

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

interface Handler {
  open(element: { name: string; local: string; attributes: Readonly<Record<string, string>>; start: number }): void;
  text?(text: string): void;
  close(local: string, place: { start: number; end: number }): void;
}

function walk(xml: string, handler: Handler): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > depthMax) throw new Refusal("nested_too_deeply", "The workbook nests its tags too deeply.");
        handler.open({ name, local: localName(name), attributes, start: parser.startIndex });
      },
      ontext: (text) => handler.text?.(text),
      onclosetag(name) {
        depth--;
        handler.close(localName(name), { start: parser.startIndex, end: parser.endIndex + 1 });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < xml.length; at += pieceLength) parser.write(xml.slice(at, at + pieceLength));
  parser.end();
}

/** The elements of some names, in the order of their ends. */
export function scanXml(xml: string, locals: readonly string[]): Element[] {
  const open: { name: string; local: string; attributes: Readonly<Record<string, string>>; start: number }[] = [];
  const found: Element[] = [];
  walk(xml, {
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
  walk(xml, {
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

function numberIn(text: string | undefined, otherwise: number, max: number): number {
  const number = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(number) || number < 1 || number > max) throw new Refusal("unknown_layout", "An unknown cell.");
  return number;
}

function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "";
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return numberIn(String(column), 0, columnsMax);
}

export function lettersOf(column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** The first and last column of a range such as `B2:D4`. */
export function columnsOfRange(range: string): readonly [number, number] {
  const [from = "", to = from] = range.split(":");
  return [columnOf(from), columnOf(to)];
}

export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}

export function cellXml(prefix: string, row: number, column: number, value: string | number, style?: string): string {
  const head = `<${prefix}c r="${lettersOf(column)}${row}"${style === undefined ? "" : ` s="${escapeXml(style)}"`}`;
  if (typeof value === "number") return `${head}><${prefix}v>${value}</${prefix}v></${prefix}c>`;
  const text = `<${prefix}t xml:space="preserve">${escapeXml(value)}</${prefix}t>`;
  return `${head} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`;
}

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces ranges that don't overlap; of several at one place the first comes first. */
export function splice(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const each of [...splices].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, each.start), each.text);
    at = each.end;
  }
  return [...pieces, text.slice(at)].join("");
}
