import type { ChangedSection, ChangeState } from "@/lib/text/changes/change-map";

/** The table's columns for a section. Long reports have hundreds, and all are sent with the page. */
export interface ChangeRow {
  readonly state: ChangeState;
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  /** Its title before, where that was another. */
  readonly was?: string;
  readonly isMoved?: true;
  /** By how much longer it is, in percent; left out where no lengths are known. */
  readonly lengthBy?: number;
}

export function changeRows(sections: readonly ChangedSection[]): readonly ChangeRow[] {
  return sections.map(({ state, before, after, depth, renamed, moved }) => {
    const id = after?.id ?? before?.id ?? "";
    const wasNamed = before !== null && after !== null && (renamed || state === "renamed");
    const percent = lengthBy(before?.characters, after?.characters);
    return {
      state,
      id,
      title: after?.title ?? before?.title ?? id,
      depth,
      ...(wasNamed ? { was: before.title ?? "" } : {}),
      ...(moved ? { isMoved: true } : {}),
      ...(percent === undefined ? {} : { lengthBy: percent }),
    };
  });
}

function lengthBy(before: number | null | undefined, after: number | null | undefined): number | undefined {
  if (before == null || after == null || before === 0) return undefined;
  return Math.round(((after - before) / before) * 100);
}
