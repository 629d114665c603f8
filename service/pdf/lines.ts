import type { PdfLine } from "./protocol.ts";

export interface TextItemLike {
  readonly str: string;
  /** Text space to page space: [a, b, c, d, x, y]. */
  readonly transform: readonly number[];
  readonly width: number;
}

interface Run {
  readonly text: string;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/**
 * Joins the runs of a page to lines, top to bottom and left to right. Runs of one line share a baseline within a
 * third of their size; a gap wider than half a character between Latin runs becomes a space, while Japanese runs
 * join without one.
 */
export function linesOf(items: readonly TextItemLike[], page: readonly number[]): PdfLine[] {
  const runs = items.filter((item) => item.str.trim() !== "").map((item) => runOf(item, page));
  runs.sort((a, b) => a.top - b.top || a.left - b.left);
  const rows: Run[][] = [];
  for (const run of runs) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row !== undefined && first !== undefined && run.top - first.top <= Math.min(first.size, run.size) / 3)
      row.push(run);
    else rows.push([run]);
  }
  return rows.map(joined);
}

function runOf(item: TextItemLike, page: readonly number[]): Run {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform;
  const [pa = 1, pb = 0, pc = 0, pd = 1, px = 0, py = 0] = page;
  const size = Math.hypot(c, d) || Math.hypot(a, b);
  const left = pa * x + pc * y + px;
  return { text: item.str, size, left, right: left + item.width, top: pb * x + pd * y + py };
}

function joined(row: readonly Run[]): PdfLine {
  const runs = [...row].sort((a, b) => a.left - b.left);
  let text = "";
  let right = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    const gap = run.left - right;
    if (text !== "" && gap > run.size * (isLatin(text.at(-1)) || isLatin(run.text[0]) ? 0.2 : 1)) text += " ";
    text += run.text;
    right = run.right;
  }
  const first = runs[0];
  return {
    text: text.trim(),
    size: Math.max(...runs.map((run) => run.size)),
    top: first?.top ?? 0,
    left: first?.left ?? 0,
  };
}

function isLatin(character: string | undefined): boolean {
  return character !== undefined && /[\u0021-\u024f]/.test(character);
}
