import { freePrice, type PriceRange } from "../contract/prices.ts";
import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { ownedDocument } from "../spending/library/owned.ts";
import { spenderOf } from "../spending/purchases.ts";
import type { ChangedHeading } from "../text/changes/changed-headings.ts";
import type { ChangedSection } from "../text/changes/changed-section.ts";
import { type MapRow, mapRows } from "../text/toc/prices.ts";
import type { DocumentChanges } from "./changes.ts";

export interface ChangeListRow extends Pick<ChangedHeading, "renamed" | "moved"> {
  readonly state: ChangedHeading["state"];
  /** Of the later document, unless it is gone from it. */
  readonly id: string;
  readonly title: string;
  readonly before: string | null;
  readonly parts: readonly ChangeListPart[];
  /** For what is not owned of the two texts to be compared; null where there is only one text. */
  readonly price: PriceRange | null;
}

export interface ChangeListPart {
  readonly state: ChangedSection["state"];
  readonly id: string;
  readonly title: string;
}

/** The headings that are not the same, each with what the missing texts cost. Free. */
export async function changeList(
  owner: Owner,
  documentId: string,
  { against, map, tiers, tocs }: DocumentChanges,
): Promise<readonly ChangeListRow[]> {
  const { rows } = app().purchases;
  const rowsOf = async (id: string, toc: DocumentChanges["tocs"]["before"]) => {
    const owned = await ownedDocument(rows, spenderOf(owner), id);
    return new Map(mapRows(toc, tiers, owned).map((row) => [row.id, row]));
  };
  const [before, after] = await Promise.all([rowsOf(against.document_id, tocs.before), rowsOf(documentId, tocs.after)]);
  return map.headings
    .filter(({ state, moved }) => state !== "same" || moved)
    .map((heading) => ({
      ...partOf(heading),
      ...{ renamed: heading.renamed, moved: heading.moved, before: heading.before?.title ?? null },
      state: heading.state,
      parts: heading.parts.map(partOf),
      price:
        heading.before === null || heading.after === null
          ? null
          : sumOf([before.get(heading.before.id), after.get(heading.after.id)]),
    }));
}

function partOf({ state, before, after }: Pick<ChangedSection, "state" | "before" | "after">): ChangeListPart {
  const id = after?.id ?? before?.id ?? "";
  return { state, id, title: after?.title ?? before?.title ?? id };
}

function sumOf(sides: readonly (MapRow | undefined)[]): PriceRange {
  return sides.reduce(
    (sum, side) =>
      side === undefined || side.owned ? sum : { min: sum.min + side.price.min, max: sum.max + side.price.max },
    freePrice,
  );
}
