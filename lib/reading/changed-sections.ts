import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { ownedDocument } from "../spending/library/owned.ts";
import { spenderOf } from "../spending/purchases.ts";
import type { OwnedDocument } from "../spending/wire.ts";
import type { ChangedSection } from "../text/changes/changed-section.ts";

/** The most sections of one request. */
const sectionsMax = 100;

/** The sections of a document that are not the same as before and not owned yet, as many as one request takes. */
export async function changedSectionsLeft(
  owner: Owner,
  documentId: string,
  rows: readonly ChangedSection[],
): Promise<readonly string[]> {
  return changedWithoutOwned(rows, await ownedDocument(app().purchases.rows, spenderOf(owner), documentId));
}

/** Without sections that hold others: these would bring the unchanged ones too. */
export function changedWithoutOwned(
  rows: readonly ChangedSection[],
  owned: Pick<OwnedDocument, "whole" | "sections">,
): string[] {
  if (owned.whole) return [];
  const held = new Set(owned.sections);
  const isParent = (at: number) => (rows[at + 1]?.depth ?? 0) > (rows[at]?.depth ?? 0);
  return rows
    .filter((row, at) => (row.state === "changed" || row.state === "new" || row.state === "unknown") && !isParent(at))
    .flatMap((row) => row.after?.id ?? [])
    .filter((id) => !held.has(id))
    .slice(0, sectionsMax);
}
