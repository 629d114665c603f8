import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { raisedDigits } from "../format/raised-digits.ts";
import { isTooDeep } from "./limits.ts";
import { type Segment, splitTables } from "./pipe-tables.ts";
import { tagsIn } from "./tags.ts";

/** With the place of each. Blocks and cells are separated by a line break. */
export interface VisibleText {
  readonly text: string;
  /** For each UTF-16 unit of the words, the [start, end) of the Markdown that it came from. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Beginnings of paragraphs, headings, items of lists and rows of tables, ascending. */
  readonly blocks: readonly { readonly at: number; readonly row: boolean }[];
  /** Beginnings of cells, and of the text after a table, ascending. */
  readonly cells: readonly number[];
  /** Beginnings of lines after a hard break, ascending. */
  readonly lines: readonly number[];
}

const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });
type Tree = ReturnType<typeof parser.parse>;
type Node = Tree | Tree["children"][number];

export function visibleText(source: string): VisibleText {
  const out = new Collector(source);
  if (isTooDeep(source)) out.takeRun(0, source.length);
  else for (const segment of splitTables(source)) takeSegment(segment, source, out);
  return out;
}

function takeSegment(segment: Segment, source: string, out: Collector): void {
  if ("markdown" in segment) {
    takeNode(parser.parse(segment.markdown), segment.start, out);
    return;
  }
  segment.lineStarts.forEach((start, line) => {
    if (line === 1) return;
    out.breakBlock(true);
    const text = /^.*/.exec(source.slice(start, lineEnd(source, start)))?.[0] ?? "";
    for (const cell of text.matchAll(/[^|]+/g)) {
      out.breakCell();
      out.takeRun(start + cell.index, start + cell.index + cell[0].length);
    }
  });
  out.breakBlock();
}

function lineEnd(source: string, start: number): number {
  const end = source.indexOf("\n", start);
  return end === -1 ? source.length : end;
}

function takeNode(node: Node, from: number, out: Collector): void {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (node.type === "break") out.breakHard();
  if (!("children" in node)) {
    if (start === undefined || end === undefined) return;
    if (node.type === "text") out.takeText(from + start, from + end, node.value);
    else if (node.type === "inlineCode" || node.type === "code") out.takeWithin(from + start, from + end, node.value);
    else if (node.type === "html") out.takeHtml(from + start, from + end);
    return;
  }
  const isBlock = !["emphasis", "strong", "delete", "link", "linkReference"].includes(node.type);
  const breakAround = () => {
    if (node.type === "tableCell") out.breakCell();
    else if (isBlock) out.breakBlock(node.type === "tableRow");
  };
  breakAround();
  for (const child of node.children) takeNode(child, from, out);
  breakAround();
}

/** Collects words with their places. */
class Collector implements VisibleText {
  text = "";
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly blocks: { readonly at: number; readonly row: boolean }[] = [];
  readonly cells: number[] = [];
  readonly lines: number[] = [];
  readonly #source: string;
  /** Of the text: to ask a string that grows for its end takes as long as it is. */
  #last = "";
  #isRaised = false;

  constructor(source: string) {
    this.#source = source;
  }

  breakLine(): void {
    if (this.#last === "" || this.#last === "\n") return;
    const at = this.ends.at(-1) ?? 0;
    this.#put("\n", at, at);
  }

  breakCell(): void {
    this.breakLine();
    if (this.cells.at(-1) !== this.text.length) this.cells.push(this.text.length);
  }

  breakHard(): void {
    this.breakLine();
    if (this.lines.at(-1) !== this.text.length) this.lines.push(this.text.length);
  }

  breakBlock(row = false): void {
    if (row || this.blocks.at(-1)?.row === true) this.breakCell();
    else this.breakLine();
    if (this.blocks.at(-1)?.at === this.text.length) this.blocks.pop();
    this.blocks.push({ at: this.text.length, row });
  }

  /** A stretch of the source that is seen as it is written. */
  takeRun(start: number, end: number): void {
    for (let at = start; at < end; at++) this.#put(this.#source.charAt(at), at, at + 1);
  }

  /** Words that the source writes with escapes and character references. */
  takeText(start: number, end: number, value: string): void {
    if (this.#source.slice(start, end) === value) {
      this.takeRun(start, end);
      return;
    }
    let at = start;
    for (let i = 0; i < value.length; i++) {
      const wanted = value.charAt(i);
      at = this.#skipSpaceBefore(wanted, at, end);
      const length = writtenLength(this.#source, at, end, wanted, value.slice(i, i + 2));
      if (length === undefined) {
        // Written in a way not known here: the rest can be read, and stands for the whole of it.
        for (const each of value.slice(i)) this.#put(each, at, end);
        return;
      }
      this.#put(wanted, at, at + length.source);
      for (let more = 1; more < length.value; more++) this.#put(value.charAt(i + more), at, at + length.source);
      i += length.value - 1;
      at += length.source;
    }
  }

  /** Code: its words stand unchanged between marks. */
  takeWithin(start: number, end: number, value: string): void {
    const at = value === "" ? -1 : this.#source.slice(start, end).indexOf(value);
    if (at !== -1) this.takeRun(start + at, start + at + value.length);
  }

  /** Raw HTML: what stands outside of its tags. */
  takeHtml(start: number, end: number): void {
    const raw = this.#source.slice(start, end);
    let at = 0;
    for (const tag of tagsIn(raw)) {
      this.#takeBetweenTags(start + at, start + tag.start);
      const name = raw.slice(tag.start, Math.min(tag.end, tag.start + nameMax));
      if (/^<\/?(?:p|tr|div|li|table)\b/i.test(name)) this.breakBlock(/^<tr\b/i.test(name));
      else if (/^<\/?(?:td|th)\b/i.test(name)) this.breakCell();
      else if (/^<br\b/i.test(name)) this.breakHard();
      else if (/^<\/?sup\b/i.test(name)) this.#isRaised = !name.startsWith("</");
      at = tag.end;
    }
    this.#takeBetweenTags(start + at, end);
  }

  #takeBetweenTags(start: number, end: number): void {
    const written = this.#source.slice(start, end);
    this.takeText(
      start,
      end,
      written.replace(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => named[name] ?? ""),
    );
  }

  /** Indentation and the marks of a quotation at the beginning of a line are not words. */
  #skipSpaceBefore(wanted: string, at: number, end: number): number {
    let next = at;
    while (next < end && /[ \t>]/.test(this.#source.charAt(next)) && this.#source.charAt(next) !== wanted) next++;
    return next;
  }

  #put(character: string, start: number, end: number): void {
    for (let i = 0; i < character.length; i++) {
      this.starts.push(start);
      this.ends.push(end);
    }
    this.text += this.#isRaised ? raisedDigits(character) : character;
    this.#last = character.slice(-1);
  }
}

/** The longest name that is asked for, with what stands around it. */
const nameMax = 12;

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
const reference = /^&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/;

/** How many units of the source write the next character, and how many units of the words that is. */
function writtenLength(
  source: string,
  at: number,
  end: number,
  wanted: string,
  pair: string,
): { readonly source: number; readonly value: number } | undefined {
  const character = source.charAt(at);
  if (at >= end) return undefined;
  if (character === "\\" && source.charAt(at + 1) === wanted && /[!-/:-@[-`{-~]/.test(wanted))
    return { source: 2, value: 1 };
  const written = character === "&" ? reference.exec(source.slice(at, Math.min(end, at + 40)))?.[0] : undefined;
  if (written !== undefined && !(wanted === "&" && pair === written.slice(0, 2))) {
    return { source: written.length, value: /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair) ? 2 : 1 };
  }
  return character === wanted ? { source: 1, value: 1 } : undefined;
}
