import { contentPrice, type PriceRange } from "../contract/prices.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import { unreadBecause } from "../kit/long-texts/refusal.ts";
import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { codeOf } from "../spending/engine/document-snapshots.ts";
import { ownedContent } from "../spending/library/owned.ts";
import { spenderOf } from "../spending/purchases.ts";
import { correctedSectionOf, isNotice } from "../text/changes/notice.ts";
import type { Unread } from "../text/markdown/index.ts";
import type { RedlineView } from "../text/redline/html.ts";
import { keptContents } from "../upstream/kept-contents.ts";
import type { DocumentChanges } from "./changes.ts";

/** A notice that quotes what it corrects, each place as a redline of its own. */
export interface Notice {
  readonly price: PriceRange;
  /** The first that it quotes; undefined where the notice is not owned. */
  readonly corrections: readonly QuotedCorrection[] | Unread | undefined;
  /** How many it quotes. */
  readonly total: number;
}

export interface QuotedCorrection {
  readonly path: readonly string[];
  /** The section of the original that it is about, where one has its heading. */
  readonly section: { readonly id: string; readonly title: string | null } | undefined;
  readonly html: string;
}

/** Undefined where the document is no notice. Never buys anything. */
export async function findNotice(
  owner: Owner,
  document: DocumentSummary,
  changes: DocumentChanges,
  view: RedlineView,
): Promise<Notice | undefined> {
  if (!isNoticeOf(document, changes)) return undefined;
  const price = contentPrice(changes.tiers, document.character_count);
  const text = await ownedText(owner, document.document_id);
  if (text === undefined) return { price, corrections: undefined, total: 0 };
  const original = await keptContents(owner.upstream, changes.against.document_id, Date.now(), "asked");
  const found = await app().purchases.deps.texts.corrections(text, view).catch(unreadBecause);
  if (typeof found === "string") return { price, corrections: found, total: 0 };
  const find = correctedSectionOf(original?.toc ?? []);
  return {
    price,
    total: found.total,
    corrections: found.shown.map(({ path, html }) => {
      const id = find(path);
      const title = original?.toc.find((each) => each.section_id === id)?.title ?? null;
      return { path, section: id === undefined ? undefined : { id, title }, html };
    }),
  };
}

function isNoticeOf(document: DocumentSummary, { against, map }: DocumentChanges): boolean {
  return document.amends_document_id === against.document_id && isNotice(map);
}

async function ownedText(owner: Owner, documentId: string): Promise<string | undefined> {
  const { deps, rows } = app().purchases;
  try {
    return (await ownedContent(deps, rows, spenderOf(owner), documentId, ""))?.content;
  } catch (error) {
    if (codeOf(error) === "artifact_damaged") return undefined;
    throw error;
  }
}
