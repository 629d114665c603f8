import { Finder } from "../../../lib/text/format/fold.ts";
import { sentences } from "./passages.ts";

export interface Snippet {
  readonly text: string;
  /** [start, end) in code points of the text. */
  readonly highlights: [number, number][];
}

const lengthAim = 160;

/** With as many neighbours as fit. A sentence too long is cut around its first highlight. */
export function snippet(passage: string, sentence: readonly [number, number], wanted: readonly string[]): Snippet {
  let [start, end] = sentence;
  const all = sentences(passage);
  let before = all.findIndex((each) => each[0] === start) - 1;
  let after = all.findIndex((each) => each[1] === end) + 1;
  for (let grew = true; grew && end - start < lengthAim; ) {
    grew = false;
    const next = after > 0 ? all[after] : undefined;
    if (next !== undefined && next[1] - start <= lengthAim) {
      end = next[1];
      after++;
      grew = true;
    }
    const previous = before >= 0 ? all[before] : undefined;
    if (previous !== undefined && end - previous[0] <= lengthAim) {
      start = previous[0];
      before--;
      grew = true;
    }
  }
  const text = passage.slice(start, end);
  const ranges = highlightRanges(text, wanted);
  return cut(text, ranges);
}

/** Matches of the query, in UTF-16 units, joined where they touch. */
export function highlightRanges(text: string, wanted: readonly string[]): [number, number][] {
  const finder = new Finder(text);
  const found = wanted.flatMap((each) => finder.findAll(each)).sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  const joined: [number, number][] = [];
  for (const [start, end] of found) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

function cut(text: string, ranges: readonly [number, number][]): Snippet {
  let start = text.length - text.trimStart().length;
  let end = text.trimEnd().length;
  if (end - start > lengthAim * 1.25) {
    const [first, last] = ranges[0] ?? [start, start];
    start = Math.max(start, Math.min(first - 40, end - lengthAim));
    end = Math.min(end, Math.max(start + lengthAim, last));
    // A highlight is shown whole, unless it is as long as a snippet itself.
    for (const [from, to] of ranges) {
      if (from < start && to > start) start = Math.max(from, start - 40);
      if (from < end && to > end) end = Math.min(to, end + 40);
    }
    if (isLow(text, start)) start++;
    if (isLow(text, end)) end++;
  }
  const highlights: [number, number][] = [];
  for (const [from, to] of ranges) {
    const inFrom = Math.max(from, start);
    const inTo = Math.min(to, end);
    if (inFrom < inTo) highlights.push([codePoints(text, start, inFrom), codePoints(text, start, inTo)]);
  }
  return { text: text.slice(start, end), highlights };
}

const isLow = (text: string, at: number) =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1));

const codePoints = (text: string, start: number, end: number) => Array.from(text.slice(start, end)).length;
