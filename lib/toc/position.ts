import { charactersOf, type SectionNode, type SectionTree } from "./section-tree.ts";

/** Where sections stand in a document, in characters, as shares of its text, and as pages. */

/** Characters of a section outside those beneath it; sizes that nobody told count as none. */
function ownCharacters(node: SectionNode): number {
  const beneath = node.children.reduce((sum, child) => sum + (child.characters ?? 0), 0);
  return Math.max(0, (node.characters ?? 0) - beneath);
}

export interface SectionStarts {
  /** Characters of the document before each section. */
  readonly starts: ReadonlyMap<string, number>;
  readonly total: number;
}

/** As well as the sizes allow: a place to show the reader, never one to cut a text by. */
export function sectionStarts(tree: SectionTree): SectionStarts {
  const starts = new Map<string, number>();
  let at = 0;
  for (const node of tree.nodes) {
    starts.set(node.id, at);
    at += ownCharacters(node);
  }
  return { starts, total: at };
}

export interface SectionShare {
  readonly id: string;
  /** The part of the text before the section, from 0 to 1. */
  readonly share: number;
}

export function sectionShares(tree: SectionTree): SectionShare[] {
  const { starts, total } = sectionStarts(tree);
  return [...starts].map(([id, at]) => ({ id, share: total === 0 ? 0 : at / total }));
}

/** The length of the whole: as the service says, or the sum of its outermost sections. */
export function wholeCharacters(tree: SectionTree, told: number | null): number | null {
  if (told !== null) return told;
  return tree.roots.length === 0 ? null : charactersOf(tree.roots);
}

/** The page a place in the text is most likely on: documents tell no pages for their sections, so by proportion. */
export function guessPage(position: number, characters: number, pageCount: number): number {
  if (pageCount < 1 || characters < 1) return 1;
  // The first page of a filing is its cover.
  const share = Math.min(Math.max(position / characters, 0), 1);
  return Math.min(pageCount, 1 + Math.floor(share * (pageCount - 0.001)));
}
