import { nfkc } from "../../../text/format/nfkc.ts";
import { limits } from "./limits.ts";

/**
 * After which short line (headings are among them), and behind which words of their table row, figures stand. It
 * needs no knowledge of what a service makes of the headings.
 */
export interface Placed {
  /** The last words before it in its row. */
  row: string | null;
  /** Its row's words, or its column's where the row is named after a period. */
  label: string | null;
}

interface Cell {
  text: string;
  readonly column: number;
  readonly span: number;
  readonly rows: number;
}

interface OpenRow<F> {
  /** The cells so far; the one that is open is last. */
  readonly cells: Cell[];
  readonly facts: { readonly fact: F; readonly cell: number }[];
}

interface OpenTable<F> {
  row: OpenRow<F> | undefined;
  /** The names over each column so far. */
  readonly heads: Map<number, string>;
  /** A name that stands beside several rows, and for how many more. */
  beside: { readonly name: string; readonly rows: number } | undefined;
}

const blocks = new Set(["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "br", "table"]);
const spanMax = 100;

export class TextPlaces<F extends Placed> {
  readonly landmarks: string[] = [];
  readonly #before: number;
  readonly #tables: OpenTable<F>[] = [];
  #line = "";

  /** `before` lines stand on the pages before this one. */
  constructor(before: number) {
    this.#before = before;
  }

  /** Position of the last line before this place in the whole filing. */
  get position(): number {
    return this.#before + this.landmarks.length - 1;
  }

  open(tag: string, attributes: Readonly<Record<string, string>>): void {
    const table = this.#tables.at(-1);
    if (blocks.has(tag)) this.#endLine();
    if (tag === "table") this.#tables.push({ row: undefined, heads: new Map(), beside: undefined });
    else if (table !== undefined && tag === "tr") table.row = { cells: [], facts: [] };
    else if ((tag === "td" || tag === "th") && table?.row !== undefined) {
      const { cells } = table.row;
      const last = cells.at(-1);
      const column = (last?.column ?? 0) + (last?.span ?? 0);
      const [span, rows] = [spanOf(attributes["colspan"]), spanOf(attributes["rowspan"])];
      if (cells.length < cellsMax) cells.push({ text: "", column, span, rows });
    }
  }

  text(text: string): void {
    const cell = this.#tables.at(-1)?.row?.cells.at(-1);
    if (cell === undefined) {
      if (this.#line.length <= limits.line) this.#line += text;
    } else if (cell.text.length < limits.line) cell.text += text;
  }

  fact(fact: F): void {
    const row = this.#tables.at(-1)?.row;
    if (row !== undefined) row.facts.push({ fact, cell: row.cells.length - 1 });
  }

  close(tag: string): void {
    if (blocks.has(tag)) this.#endLine();
    if (tag === "table") this.#tables.pop();
    const table = this.#tables.at(-1);
    if (tag !== "tr" || table?.row === undefined) return;
    if (table.row.facts.length > 0) nameFigures(table.row, table);
    else this.#readHeads(table.row, table.heads);
    table.beside = besideAfter(table.row.cells, table.beside);
    table.row = undefined;
  }

  /** A row without figures names the columns beneath it, or is a heading that is set as a table. */
  #readHeads({ cells }: OpenRow<F>, heads: Map<number, string>): void {
    const words = cells.map((cell) => ({ ...cell, text: oneLine(cell.text) })).filter(({ text }) => isName(text));
    for (const { text, column, span } of words) {
      for (let at = column; at < column + span; at++) heads.set(at, text);
    }
    const [first] = words;
    if (first !== undefined && words.length <= 2 && numbered.test(first.text)) this.#addLine(first.text);
  }

  #endLine(): void {
    if (this.#tables.length > 0) return;
    const line = oneLine(this.#line);
    this.#line = "";
    this.#addLine(line);
  }

  #addLine(line: string): void {
    const isShort = line !== "" && line.length <= lineMax && !line.endsWith("。");
    if (isShort && this.landmarks.length + this.#before < limits.landmarks) this.landmarks.push(line);
  }
}

/** Longer than any heading. */
const lineMax = 90;
const cellsMax = 400;
const numbered = /^[（(【\[〔<＜①-⑳\dⅠ-Ⅻ○◯●■◆※第]/u;

function spanOf(text: string | undefined): number {
  return Math.min(spanMax, Math.max(1, Number.parseInt(text ?? "1", 10) || 1));
}

function besideAfter(cells: readonly Cell[], before: OpenTable<Placed>["beside"]): OpenTable<Placed>["beside"] {
  const named = cells.findLast(({ rows, text }) => rows > 1 && isName(oneLine(text)));
  if (named !== undefined) return { name: oneLine(named.text), rows: named.rows - 1 };
  return before === undefined || before.rows <= 1 ? undefined : { ...before, rows: before.rows - 1 };
}

function nameFigures({ cells, facts }: OpenRow<Placed>, { heads, beside }: OpenTable<Placed>): void {
  for (const { fact, cell } of facts) {
    const before = cells
      .slice(0, Math.max(0, cell))
      .map(({ text }) => oneLine(text))
      .filter(isName);
    fact.row = (before.at(-1) ?? beside?.name)?.slice(0, limits.line) ?? null;
    const head = heads.get(cells[cell]?.column ?? -1)?.slice(0, limits.line);
    fact.label =
      before.findLast((name) => !isPeriod(name)) ??
      (fact.row === null || isPeriod(fact.row) ? (head ?? fact.row) : fact.row);
  }
}

const unit = /^[（(]?(?:千|百万|十億|億|兆)?(?:円|円\s?銭|株|名|人|口|個|倍|ドル|米ドル|[%％]|年|件)[)）]?$/u;
const note = /^[※*＊（(注)）\d０-９,，、.．\s]*$/u;
const figure = /^[△▲+\-－−–―ー─(（]*[\d０-９,，.．\s]*[)）%％]*$/u;
const periods = [
  /年.{0,12}期(?:末|累計期間)?(?:[（(].*)?$/u,
  /^第?\d四半期/u,
  /^(?:期末|通期|合計|中間期?|第\d期|増減.{0,3}|[前当](?:期|事業年度|連結会計年度)末?)$/u,
  /^(?:前回|今回|前期|当期|前年).{0,16}(?:予想|実績)/u,
];

/** A row that is named after a time or a version: what its figures are is said over their columns. */
function isPeriod(row: string): boolean {
  const name = nfkc(row);
  return periods.some((each) => each.test(name));
}

function isName(cell: string): boolean {
  return cell !== "" && !unit.test(cell) && !note.test(cell) && !figure.test(cell);
}

export function oneLine(text: string): string {
  return text.replace(/[\s\u00a0\u3000]+/gu, " ").trim();
}
