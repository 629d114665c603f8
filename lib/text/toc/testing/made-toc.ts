import fc from "fast-check";
import type { TocSection } from "../section-tree.ts";

export function section(
  id: string,
  characters: number | null,
  parent: string | null = null,
  title: string = id,
): TocSection {
  return { section_id: id, title, level: null, parent_section_id: parent, character_count: characters };
}

export interface MadeToc {
  readonly toc: readonly TocSection[];
  /** Characters of each entry's own text. */
  readonly own: readonly number[];
}

/** Random tables of contents as services send them: in reading order, each section's size including its subsections. */
export const madeToc: fc.Arbitrary<MadeToc> = fc
  .array(fc.record({ own: fc.nat(40), up: fc.nat(3) }), { minLength: 1, maxLength: 14 })
  .map((entries) => {
    const open: number[] = [];
    const parents = entries.map(({ up }, index) => {
      open.splice(Math.max(0, open.length - up));
      const parent = index === 0 ? undefined : open.at(-1);
      open.push(index);
      return parent;
    });
    const sizes = entries.map(({ own }) => own);
    for (let index = entries.length - 1; index >= 0; index--) {
      const parent = parents[index];
      if (parent !== undefined) sizes[parent] = (sizes[parent] ?? 0) + (sizes[index] ?? 0);
    }
    const idOf = (index: number | undefined) => (index === undefined ? null : `s${index}`);
    return {
      toc: entries.map((_, index) => section(`s${index}`, sizes[index] ?? null, idOf(parents[index]), `節${index}`)),
      own: entries.map(({ own }) => own),
    };
  });
