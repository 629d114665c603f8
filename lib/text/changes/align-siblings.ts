import type { SectionNode } from "../toc/section-tree.ts";
import { compareTags } from "./compare-tags.ts";
import type { Outline } from "./outline.ts";

/** As many as can be, in the same order. Neighbours, text and length tell sections of one name apart. */
export function alignSiblings(
  before: Outline,
  after: Outline,
  first: readonly SectionNode[],
  second: readonly SectionNode[],
): [SectionNode, SectionNode][] {
  const width = second.length + 1;
  const best = new Float64Array((first.length + 1) * width);
  const at = (row: number, column: number) => best[row * width + column] ?? 0;
  const weights = first.map((a) => second.map((b) => weightOf(before, after, a, b)));
  for (let row = first.length - 1; row >= 0; row--) {
    for (let column = second.length - 1; column >= 0; column--) {
      const weight = weights[row]?.[column] ?? 0;
      const paired = weight === 0 ? 0 : weight + at(row + 1, column + 1);
      best[row * width + column] = Math.max(at(row + 1, column), at(row, column + 1), paired);
    }
  }
  const pairs: [SectionNode, SectionNode][] = [];
  for (let row = 0, column = 0; row < first.length && column < second.length; ) {
    const [a, b] = [first[row], second[column]];
    const weight = weights[row]?.[column] ?? 0;
    if (a !== undefined && b !== undefined && weight > 0 && at(row, column) === weight + at(row + 1, column + 1)) {
      pairs.push([a, b]);
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** 0 for sections of different names. Any pair counts more than what tells pairs of one name apart. */
function weightOf(before: Outline, after: Outline, a: SectionNode, b: SectionNode): number {
  const [keysA, keysB] = [before.keysOf(a), after.keysOf(b)];
  if (keysA.undated !== keysB.undated) return 0;
  let weight = 8;
  if (keysA.name === keysB.name) weight += 2;
  if (keysA.title === keysB.title) weight += 1;
  if (compareTags(before.tagOf(a), after.tagOf(b)) === "same") weight += 4;
  if (a.characters !== null && b.characters !== null) {
    const [least, most] = [Math.min(a.characters, b.characters), Math.max(a.characters, b.characters)];
    weight += most === 0 ? 1 : least / most;
  }
  return weight;
}
