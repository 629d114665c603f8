import { withReadLetters } from "./letters.ts";
import type { PdfLine } from "./protocol.ts";
import { joinRuns, linesOfRuns, type Run } from "./tables/runs.ts";

export interface TextItemLike {
  readonly str: string;
  /** Text space to page space: [a, b, c, d, x, y]. */
  readonly transform: readonly number[];
  readonly width: number;
}

/** Text items with their places in points from the top left of the page. */
export function runsOf(items: readonly TextItemLike[], page: readonly number[]): Run[] {
  return items.filter((item) => item.str.trim() !== "").map((item) => runOf(item, page));
}

/** The lines of a page, top to bottom and left to right. */
export function linesOf(runs: readonly Run[]): PdfLine[] {
  return linesOfRuns(runs).map((line) => ({
    text: joinRuns(line),
    size: line.reduce((most, run) => Math.max(most, run.size), 0),
    top: line[0]?.top ?? 0,
    left: line[0]?.left ?? 0,
  }));
}

function runOf(item: TextItemLike, page: readonly number[]): Run {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform;
  const [pa = 1, pb = 0, pc = 0, pd = 1, px = 0, py = 0] = page;
  const size = Math.hypot(c, d) || Math.hypot(a, b);
  const left = pa * x + pc * y + px;
  return { text: withReadLetters(item.str), size, left, right: left + item.width, top: pb * x + pd * y + py };
}
