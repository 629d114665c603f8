import { nfkc } from "../../text/format/nfkc.ts";

/**
 * In which section of a table of contents each short line of the text stands. The service cuts the sections, the package
 * knows only its text: lines that read like a title, in the order of the titles, are those headings.
 */

/** For each line the position of its section in the table of contents; -1 before the first heading that is one. */
export function sectionOfLines(lines: readonly string[], titles: readonly string[]): Int32Array {
  const positions = new Map<string, number[]>();
  for (const [at, title] of titles.entries()) {
    const key = comparable(title);
    if (key === "") continue;
    const same = positions.get(key);
    if (same === undefined) positions.set(key, [at]);
    else same.push(at);
  }
  const sections = new Int32Array(lines.length).fill(-1);
  for (const { line, title } of longestRising(lines, positions)) sections[line] = title;
  for (let at = 1; at < sections.length; at++) {
    if (sections[at] === -1) sections[at] = sections[at - 1] ?? -1;
  }
  return sections;
}

interface Match {
  readonly line: number;
  readonly title: number;
  readonly before: Match | undefined;
}

/** A title may be repeated and a line may only look like one: the most pairs in one order are the right ones. */
function longestRising(lines: readonly string[], positions: ReadonlyMap<string, readonly number[]>): Match[] {
  const ends: Match[] = [];
  for (const [line, text] of lines.entries()) {
    const same = positions.get(comparable(text)) ?? [];
    // From the last to the first, so that one line takes one title.
    for (let i = same.length - 1; i >= 0; i--) {
      const title = same[i] ?? 0;
      let low = 0;
      for (let high = ends.length; low < high; ) {
        const middle = (low + high) >> 1;
        if ((ends[middle]?.title ?? 0) < title) low = middle + 1;
        else high = middle;
      }
      ends[low] = { line, title, before: ends[low - 1] };
    }
  }
  const found: Match[] = [];
  for (let match = ends.at(-1); match !== undefined; match = match.before) found.push(match);
  return found.reverse();
}

/** Widths, spaces and the Markdown escapes of a title don't matter. */
function comparable(text: string): string {
  return nfkc(text).replace(/[\s\\]+/g, "");
}
