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
  const [wide, narrow] = [above.segments, below.segments];
  if (wide.length < 3 || narrow.length < 2 || narrow.length >= wide.length || hasLeaders(above)) return false;
  if (below.top - above.top > Math.max(above.size, below.size) * 1.7) return false;
  return narrow.every(({ left }) => wide.some((each) => Math.abs(each.left - left) < below.size / 2));
}

/** The tops of the lines of text that are such cells. */
export function mixedLines(runs: readonly Run[]): ReadonlySet<number> {
  const wraps = wrapsOf(textLines(runs));
  return new Set(wraps.length < wrapsLeast ? [] : wraps.flat().map(({ top }) => top));
}
