import { charactersOf, type SectionNode, type SectionTree } from "./section-tree.ts";

/** Lengths of sections and of the whole, in characters. */

/** Characters of a section outside those beneath it; sizes that nobody told count as none. */
export function ownCharacters(node: SectionNode): number {
  const beneath = node.children.reduce((sum, child) => sum + (child.characters ?? 0), 0);
  return Math.max(0, (node.characters ?? 0) - beneath);
}

/** The length of the whole: as the service says, or the sum of its outermost sections. */
export function wholeCharacters(tree: SectionTree, told: number | null): number | null {
  if (told !== null) return told;
  return tree.roots.length === 0 ? null : charactersOf(tree.roots);
}
