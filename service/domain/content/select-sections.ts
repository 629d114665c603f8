import type { CatalogSection } from "../../storage/ports.ts";

type Entry = CatalogSection["entry"];

/** The sections that an answer consists of: in reading order, none inside another, and the characters they hold. */
export type Selection =
  | { readonly sections: readonly Entry[]; readonly characters: number }
  | { readonly unknownSectionId: string };

/**
 * A section brings its descendants, so one that lies inside another that is asked for is folded into it: nothing is
 * delivered or priced twice.
 */
export function selectSections(toc: readonly Entry[], wanted: readonly string[]): Selection {
  const byId = new Map(toc.map((entry) => [String(entry.section_id), entry]));
  const unknownSectionId = wanted.find((id) => !byId.has(id));
  if (unknownSectionId !== undefined) return { unknownSectionId };
  const asked = new Set(wanted);
  const insideAsked = (entry: Entry): boolean => {
    for (let id = entry.parent_section_id; id !== null; id = byId.get(id)?.parent_section_id ?? null) {
      if (asked.has(id)) return true;
    }
    return false;
  };
  const sections = toc.filter((entry) => asked.has(entry.section_id) && !insideAsked(entry));
  return { sections, characters: charactersOf(sections) };
}

/** Of a whole document: its outermost sections hold everything. */
export function wholeBodyCharacters(toc: readonly Entry[]): number {
  return charactersOf(toc.filter((entry) => entry.parent_section_id === null));
}

/** The ids of the sections and of everything below them. */
export function withDescendants(toc: readonly Entry[], sections: readonly Entry[]): Map<string, string> {
  const owner = new Map(sections.map((entry) => [String(entry.section_id), String(entry.section_id)]));
  for (const entry of toc) {
    if (owner.has(entry.section_id) || entry.parent_section_id === null) continue;
    const above = owner.get(entry.parent_section_id);
    if (above !== undefined) owner.set(entry.section_id, above);
  }
  return owner;
}

function charactersOf(sections: readonly Entry[]): number {
  return sections.reduce((sum, entry) => sum + (entry.character_count ?? 0), 0);
}
