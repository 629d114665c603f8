import type { Run } from "./runs.ts";
import { hasLeaders, type Line, textLines } from "./text-lines.ts";

/**
 * Cells of words that go on beneath themselves, line by line: read as lines of text, or each line as a row of its own,
 * their words are mixed with those of the cells beside them.
 */
export type Wrap = readonly [above: Line, below: Line];

export const wrapsLeast = 2;

export function wrapsOf(lines: readonly Line[]): Wrap[] {
  return lines.flatMap((below, at): Wrap[] => {
    const above = lines[at - 1];
    return above !== undefined && isWrap(above, below) ? [[above, below]] : [];
  });
}

/** Fewer pieces than above, each of which begins where one above does, as close as lines of a text are. */
function isWrap(above: Line, below: Line): boolean {
  if (hasLeaders(above) || below.top - above.top > Math.max(above.size, below.size) * 1.7) return false;
  const isBelow = (wide: readonly Place[], narrow: readonly Place[], within: number): boolean =>
    wide.length >= 3 &&
    narrow.length >= 2 &&
    narrow.length < wide.length &&
    narrow.every(({ left }) => wide.some((each) => Math.abs(each.left - left) < within));
  return (
    isBelow(above.segments, below.segments, below.size / 2) ||
    isBelow(closeCells(above), closeCells(below), below.size / 4)
  );
}

type Place = Pick<Run, "left" | "right">;

/** Cells that are full stand closer than words do elsewhere; Japanese text has no such gaps of its own. */
function closeCells(line: Line): Place[] {
  const cells: { left: number; right: number }[] = [];
  let before: Run | undefined;
  for (const run of line.segments.flatMap((segment) => segment.runs)) {
    const open = cells.at(-1);
    if (before === undefined || open === undefined || isCell(before, run))
      cells.push({ left: run.left, right: run.right });
    else open.right = run.right;
    before = run;
  }
  return cells;
}

function isCell(before: Run, run: Run): boolean {
  const gap = run.left - before.right;
  if (gap >= run.size * 0.9) return true;
  return gap >= run.size * 0.35 && run.isSpaced !== true && isWide(before.text.at(-1)) && isWide(run.text[0]);
}

/** A letter or digit of Japanese: beside punctuation a font leaves room. */
const isWide = (character: string | undefined): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}０-９]/u.test(character ?? "");

/** The tops of the lines of text that are such cells. */
export function mixedLines(runs: readonly Run[]): ReadonlySet<number> {
  const wraps = wrapsOf(textLines(runs));
  return new Set(wraps.length < wrapsLeast ? [] : wraps.flat().map(({ top }) => top));
}
