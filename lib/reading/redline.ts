import { contentPrice, type PriceRange } from "../contract/prices.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import { unreadBecause } from "../kit/long-texts/refusal.ts";
import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { codeOf } from "../spending/engine/document-snapshots.ts";
import { ownedSection } from "../spending/library/owned.ts";
import { spenderOf } from "../spending/purchases.ts";
import type { ChangedSection, SectionPlace } from "../text/changes/changed-section.ts";
import type { Unread } from "../text/markdown/index.ts";
import type { RedlineHtml, RedlineView } from "../text/redline/html.ts";
import type { DocumentChanges } from "./changes.ts";

/** One section of one of the documents that are compared. */
export interface RedlineSide {
  readonly document: DocumentSummary;
  readonly section: SectionPlace;
  readonly price: PriceRange;
  /** Undefined where it is not owned, or not all of it. */
  readonly text: string | undefined;
}

export interface SectionRedline {
  readonly row: ChangedSection;
  readonly before: RedlineSide | null;
  readonly after: RedlineSide | null;
  /** Null where a side is missing. */
  readonly redline: RedlineHtml | Unread | null;
}

/** The redline of a section in what is owned. Never buys anything; undefined where the map has no such section. */
export async function findRedline(
  owner: Owner,
  document: DocumentSummary,
  changes: DocumentChanges,
  sectionId: string,
  view: RedlineView,
): Promise<SectionRedline | undefined> {
  const row =
    changes.map.sections.find((each) => each.after?.id === sectionId) ??
    changes.map.sections.find((each) => each.after === null && each.before?.id === sectionId);
  if (row === undefined) return undefined;
  const [before, after] = await Promise.all([
    row.before === null ? null : sideOf(owner, changes.against, row.before, changes),
    row.after === null ? null : sideOf(owner, document, row.after, changes),
  ]);
  const isComplete = before?.text !== undefined && after?.text !== undefined;
  return {
    row,
    before,
    after,
    redline: isComplete
      ? await app()
          .purchases.deps.texts.compare({ before: before.text, after: after.text, view: { ...view, isTitled: true } })
          .catch(unreadBecause)
      : null,
  };
}

async function sideOf(
  owner: Owner,
  document: DocumentSummary,
  section: SectionPlace,
  { tiers }: DocumentChanges,
): Promise<RedlineSide> {
  const price = contentPrice(tiers, section.characters);
  return { document, section, price, text: await ownedText(owner, document.document_id, section.id) };
}

/** A section bought part by part lacks the words before its first part, which would look like a deletion. */
async function ownedText(owner: Owner, documentId: string, sectionId: string): Promise<string | undefined> {
  const { deps, rows } = app().purchases;
  try {
    const found = await ownedSection(deps, rows, spenderOf(owner), documentId, sectionId);
    return found === undefined || found.without_lead ? undefined : found.content;
  } catch (error) {
    if (codeOf(error) === "artifact_damaged") return undefined;
    throw error;
  }
}
