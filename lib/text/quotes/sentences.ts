import type { VisibleText } from "../markdown/visible-text.ts";
import { endsNoSentence } from "./abbreviations.ts";

/** Stretches of visible text that are whole by themselves, as positions in it: sentences, headings, rows of a table. */
export interface WholeStretches {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Beginnings and ends of whole sentences and rows. The text alone decides, never who asks: a sentence ends with its mark
 * outside of brackets, or with its paragraph; one begins after a hard line break, and none ends there, since what is
 * denied may be denied on the next line. A cell is no stretch of its own unless it holds sentences, so that no figure
 * stands apart from its row.
 */
export function wholeStretches({
  text,
  blocks,
  lines,
}: Pick<VisibleText, "text" | "blocks" | "lines">): WholeStretches {
  const starts: number[] = [];
  const ends: number[] = [];
  let next = 0;
  const bounds = blocks[0]?.at === 0 ? blocks : [{ at: 0, row: false }, ...blocks];
  bounds.forEach(({ at, row }, index) => {
    const end = bounds[index + 1]?.at ?? text.length;
    if (text.slice(at, end).trim() === "") return;
    starts.push(at);
    ends.push(end);
    for (let line = lines[next]; line !== undefined && line < end; line = lines[++next]) {
      if (!row && line > at) starts.push(line);
    }
    for (const [from, to] of row ? cellsWithSentences(text, at, end) : [[at, end] as const]) {
      if (row) starts.push(from);
      for (const after of sentenceEnds(text.slice(from, to))) {
        ends.push(from + after);
        if (from + after < to) starts.push(from + after);
      }
    }
  });
  return { starts, ends };
}

const mark = /[。｡！？!?.．]/u;
/** These end a sentence only before a space: "12.5", "Yahoo!ショッピング". */
const marksBeforeSpace = /[!?.．]/u;
const closers = /[」』）】〕〉》"'”’)\]。｡！？!?.．]/u;
const opening = "「『（【〔〈《([";
const closing = "」』）】〕〉》)]";

/** Positions after each sentence of a paragraph or cell. */
function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  const minds = isBalanced(text);
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (opening.includes(character)) depth++;
    else if (closing.includes(character)) depth = Math.max(0, depth - 1);
    if ((minds && depth > 0) || !mark.test(character)) continue;
    let after = i + 1;
    while (after < text.length && closers.test(text.charAt(after))) after++;
    const isPoint = marksBeforeSpace.test(text.charAt(after - 1));
    if (isPoint && !/^(?:\s|$)/u.test(text.slice(after, after + 1))) continue;
    if (isPoint && endsNoSentence(text, after)) continue;
    ends.push(after);
    i = after - 1;
  }
  return ends;
}

/** True where every bracket is closed. Where one is not, brackets say nothing about where sentences end. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (opening.includes(character)) depth++;
    else if (closing.includes(character) && depth > 0) depth--;
  }
  return depth === 0;
}

function cellsWithSentences(text: string, from: number, to: number): (readonly [number, number])[] {
  const cells: (readonly [number, number])[] = [];
  for (let at = from; at < to; ) {
    const line = text.indexOf("\n", at);
    const end = line === -1 || line >= to ? to : line;
    if (/[。｡！？]\s*$/u.test(text.slice(at, end))) cells.push([at, end]);
    at = end + 1;
  }
  return cells;
}
