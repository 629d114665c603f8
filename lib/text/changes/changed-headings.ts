import { foldedFrom, headingDepthMax } from "../toc/prices.ts";
import type { ChangedSection, ChangeState, SectionPlace } from "./changed-section.ts";

/** A heading of a report and what became of it, with all of its parts. */
export interface ChangedHeading {
  readonly state: Exclude<ChangeState, "within">;
  readonly before: SectionPlace | null;
  readonly after: SectionPlace | null;
  readonly renamed: boolean;
  readonly moved: boolean;
  /** Those of its parts that are not the same; empty where the report lists no parts. */
  readonly parts: readonly ChangedSection[];
}

export type ChangeCounts = Readonly<Record<ChangedHeading["state"] | "moved", number>>;

/**
 * The statutory headings, as a cover lists them. One that only groups other headings counts where words of its own
 * changed, so that no change is counted twice.
 */
export function changedHeadings(sections: readonly ChangedSection[]): readonly ChangedHeading[] {
  const isFolded = sections.length >= foldedFrom;
  const top = sections.some(({ depth }) => depth >= 2) ? headingDepthMax : headingDepthMax - 1;
  const isHeading = ({ depth }: ChangedSection) => !isFolded || depth <= top;
  const headings: ChangedHeading[] = [];
  sections.forEach((row, at) => {
    if (!isHeading(row)) return;
    const next = sections[at + 1];
    const isGroup = next !== undefined && next.depth > row.depth && isHeading(next);
    if (isGroup && (row.state === "within" || row.state === "same" || row.state === "unknown")) return;
    const parts = isGroup ? [] : partsAfter(sections, at, isHeading);
    headings.push({
      state: row.state === "within" ? "changed" : row.state,
      ...{ before: row.before, after: row.after, renamed: row.renamed, moved: row.moved },
      parts: parts.filter(({ state }) => state !== "same" && state !== "within"),
    });
  });
  return headings;
}

function partsAfter(
  sections: readonly ChangedSection[],
  at: number,
  isHeading: (row: ChangedSection) => boolean,
): readonly ChangedSection[] {
  const rest = sections.slice(at + 1);
  const end = rest.findIndex(isHeading);
  return end < 0 ? rest : rest.slice(0, end);
}

export function countHeadings(headings: readonly ChangedHeading[]): ChangeCounts {
  const counts = { same: 0, renamed: 0, changed: 0, new: 0, gone: 0, unknown: 0, moved: 0 };
  for (const { state, moved } of headings) {
    counts[state]++;
    if (moved) counts.moved++;
  }
  return counts;
}
