import { isFigure, textOf } from "./figure-cells.ts";
import type { Grid, Placed } from "./grid.ts";

/** Points between one depth and the next: less is the filer's untidiness. */
const stepMin = 3;
const levelsMax = 8;
const labelLengthMax = 60;

/** Most filers indent the labels of a statement by their style: the depth is kept as ideographic spaces. */
export function keepIndents(grid: Grid): void {
  const labels = grid.placed.filter((each) => each.col === 0 && each.row >= grid.headerRows && isLabel(each));
  const hasFigures = grid.placed.some((each) => each.col > 0 && isFigure(each));
  if (!hasFigures || labels.some((each) => each.indent > 0)) return;
  // Names over their addresses are no labels of a statement, and their margins say nothing.
  const several = labels.filter((each) => each.cell.blocks.length > 1).length;
  if (several * 5 > labels.length) return;
  const levels: number[] = [];
  for (const left of labels.map(leftOf).sort((a, b) => a - b)) {
    if (levels.length === 0 || left - (levels.at(-1) ?? 0) >= stepMin) levels.push(left);
  }
  if (levels.length < 2 || levels.length > levelsMax) return;
  for (const each of labels) {
    const left = leftOf(each);
    each.indent = levels.findLastIndex((level) => level <= left);
  }
}

/** Of several paragraphs in a cell the first one tells. */
function leftOf(placed: Placed): number {
  const [first] = placed.cell.blocks;
  return first?.kind === "paragraph" ? first.left : 0;
}

function isLabel(placed: Placed): boolean {
  const [first] = placed.cell.blocks;
  if (first?.kind !== "paragraph" || first.align !== "start" || isFigure(placed)) return false;
  return textOf(placed).length <= labelLengthMax;
}
