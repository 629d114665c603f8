import {
  charactersOf,
  foldSections,
  type SectionNode,
  sectionTree,
  subtree,
} from "../../../lib/text/toc/section-tree.ts";
import type { CatalogSection } from "../../storage/ports.ts";

type Entry = CatalogSection["entry"];

/** The sections of an answer, in reading order, none inside another, and their number of characters. */
export type Selection =
  | { readonly sections: readonly Entry[]; readonly characters: number }
  | { readonly unknownSectionId: string };

/** A section inside another requested one is left out: nothing is delivered or priced twice. */
export function selectSections(toc: readonly Entry[], wanted: readonly string[]): Selection {
  const tree = sectionTree(toc);
  const unknownSectionId = wanted.find((id) => !tree.byId.has(id));
  if (unknownSectionId !== undefined) return { unknownSectionId };
  const nodes = foldSections(tree, wanted);
  return { sections: nodes.flatMap(({ position }) => toc[position] ?? []), characters: charactersIn(nodes) };
}

/** For a whole document: its top-level sections contain everything. */
export function wholeBodyCharacters(toc: readonly Entry[]): number {
  return charactersIn(sectionTree(toc).roots);
}

/** Which of the sections each of their descendants, and each of themselves, belongs to. By id. */
export function withDescendants(toc: readonly Entry[], sections: readonly Entry[]): Map<string, string> {
  const tree = sectionTree(toc);
  const outermost = foldSections(
    tree,
    sections.map((entry) => entry.section_id),
  );
  return new Map(outermost.flatMap((outer) => subtree(tree, outer).map((node) => [node.id, outer.id])));
}

function charactersIn(nodes: readonly SectionNode[]): number {
  const characters = charactersOf(nodes);
  if (characters === null) throw new Error("A section of the catalogue has no length.");
  return characters;
}
