import { charactersOf, type SectionNode, type SectionTree } from "./section-tree.ts";

/** Lengths of sections and of the whole, in characters. */

/** Characters of a section without its subsections; unknown sizes count as zero. */
export function ownCharacters(node: SectionNode): number {
  const beneath = node.children.reduce((sum, child) => sum + (child.characters ?? 0), 0);
  return Math.max(0, (node.characters ?? 0) - beneath);
}

/** The length of the whole: the service's number, or the sum of the top-level sections. */
export function wholeCharacters(tree: SectionTree, stated: number | null): number | null {
  if (stated !== null) return stated;
  return tree.roots.length === 0 ? null : charactersOf(tree.roots);
}
