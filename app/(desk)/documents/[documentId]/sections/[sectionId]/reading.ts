import { cache } from "react";
import type { ReadingData } from "@/components/reader";
import { requireOwner } from "@/lib/auth/session";
import { countCharacters } from "@/lib/format/count-characters";
import type { DocumentId } from "@/lib/contract/ids";
import type { DocumentPageImagesResponse, DocumentSummary, DocumentTocResponse } from "@/lib/contract/resources";
import { mapRows, wholeCharacters } from "@/lib/toc/price-map";
import { contentPrice } from "@/lib/contract/prices";
import { getLocale, getWords } from "@/lib/i18n/locale.server";
import { type Piece, renderCached, type RenderOptions, splitSections, subtreeOf } from "@/lib/markdown";
import { codeOf } from "@/lib/purchases/facts";
import { ownedContent, ownedDocument, ownedSection } from "@/lib/purchases/owned";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import type { OwnedDocument } from "@/lib/purchases/wire";
import { callFree } from "@/lib/upstream/call-free";
import { isProblem, type UpstreamProblem } from "@/lib/upstream/problem-error";
import { illustrationsOf, type PiecePlace } from "./illustrations.ts";

/** What a reading page shows: free facts, and the text where it is owned. Asks for nothing that costs. */

export interface Facts {
  readonly document: DocumentSummary;
  readonly toc: DocumentTocResponse;
  readonly pages: DocumentPageImagesResponse | null;
}

/** Owned text reads on while the service is away: then what was last told about the document stands in. */
export const findFacts = cache(
  async (documentId: DocumentId): Promise<Facts | { readonly problem: UpstreamProblem }> => {
    const owner = await requireOwner();
    const input = { document_id: documentId };
    const [document, toc, pages] = await Promise.all([
      callFree(owner.upstream, "getDocument", input).catch(problemOf),
      callFree(owner.upstream, "getToc", input).catch(problemOf),
      callFree(owner.upstream, "listPageImages", input).catch(() => null),
    ]);
    if (!("problem" in document) && !("problem" in toc)) return { document, toc, pages };
    const { ownerId, upstream } = spenderOf(owner);
    const card = purchases().desk.facts.card(ownerId, upstream, documentId);
    const summary = "problem" in document ? (card?.summary ?? null) : document;
    const kept = "problem" in toc ? (card?.toc ?? null) : toc;
    if (summary !== null && kept !== null) return { document: summary, toc: kept, pages: pages ?? card?.pages ?? null };
    if ("problem" in document) return document;
    return "problem" in toc ? toc : { document, toc, pages };
  },
);

function problemOf(error: unknown): { problem: UpstreamProblem } {
  if (isProblem(error)) return { problem: error.problem };
  throw error;
}

export async function findOwned(documentId: string): Promise<OwnedDocument> {
  const owner = await requireOwner();
  return ownedDocument(purchases().rows, spenderOf(owner), documentId);
}

export interface OwnedText {
  readonly pieces: readonly Piece[];
  readonly whole: boolean;
  readonly withoutLead: boolean;
}

/** The owned text around a section, in pieces: the whole document where all of it is owned. */
export async function findText(facts: Facts, owned: OwnedDocument, sectionId: string): Promise<OwnedText | undefined> {
  const spender = spenderOf(await requireOwner());
  const { deps, rows } = purchases();
  const { document_id } = facts.document;
  const { toc } = facts.toc;
  if (owned.whole) {
    const found = await unlessDamaged(ownedContent(deps, rows, spender, document_id));
    if (found !== undefined) return { pieces: splitSections(found.content, toc), whole: true, withoutLead: false };
  }
  const found = await unlessDamaged(ownedSection(deps, rows, spender, document_id, sectionId));
  if (found === undefined) return undefined;
  const pieces = splitSections(found.content, subtreeOf(toc, sectionId));
  return { pieces, whole: false, withoutLead: found.without_lead };
}

/** A damaged body is as good as none: the page then offers to fetch it again. */
async function unlessDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === "artifact_damaged") return undefined;
    throw error;
  }
}

/** The piece that shows a section: its own, or the one that its words went into. */
export function targetPiece(text: OwnedText, facts: Facts, sectionId: string): Piece | undefined {
  const at = facts.toc.toc.findIndex((entry) => entry.section_id === sectionId);
  const before = new Set(facts.toc.toc.slice(0, at + 1).map((entry) => entry.section_id as string));
  return text.pieces.findLast((piece) => before.has(piece.sectionId)) ?? text.pieces[0];
}

export async function renderPiece(text: OwnedText, facts: Facts, piece: Piece): Promise<string> {
  const t = await getWords("reader");
  const options: RenderOptions = {
    language: facts.document.language ?? "ja",
    idPrefix: `s-${piece.sectionId.replace(/[^\w-]/g, "-")}`,
    headingShift: headingShift(text),
    illustrations: await illustrationsOf(facts, piece, placeOf(facts, piece)),
    words: {
      lang: await getLocale(),
      copyTsv: t("tsv"),
      illustration: t("figure"),
      table: (n) => t("tableN", { n: String(n) }),
      note: (n) => t("noteN", { n }),
    },
  };
  return renderCached(piece.text, options).html;
}

/** A section's own heading is the page's h1; a whole document has its title for that, and begins at h2. */
function headingShift(text: OwnedText): number {
  const level = /^\s*(#{1,6})[ \t]/.exec(text.pieces[0]?.text ?? "")?.[1]?.length ?? 1;
  return (text.whole ? 2 : 1) - level;
}

export async function readingData(
  facts: Facts,
  owned: OwnedDocument,
  sectionId: string,
  text: OwnedText | undefined,
): Promise<ReadingData> {
  const { document, toc } = facts;
  const target = text === undefined ? undefined : targetPiece(text, facts, sectionId);
  const rows = mapRows(toc.toc, toc.content_tiers, owned);
  const total = wholeCharacters(rows, document.character_count);
  const section = toc.toc.find((entry) => entry.section_id === sectionId);
  const starts = startsOf(facts);
  return {
    document: { ...document, language: document.language ?? "ja" },
    section: { id: sectionId, title: section?.title ?? null, characters: section?.character_count ?? null },
    toc: toc.toc,
    tiers: toc.content_tiers,
    wholePrice: contentPrice(toc.content_tiers, total),
    totalCharacters: total,
    flow: (text?.pieces ?? []).map((piece) => ({
      sectionId: piece.sectionId,
      title: toc.toc.find((entry) => entry.section_id === piece.sectionId)?.title ?? null,
      characters: countCharacters(piece.text),
      offset: starts.get(piece.sectionId) ?? 0,
    })),
    html: text === undefined || target === undefined ? {} : await firstHtml(text, facts, target),
    target: target?.sectionId ?? sectionId,
    whole: text?.whole ?? false,
    withoutLead: text?.withoutLead ?? false,
    pages: pagesOf(facts.pages),
  };
}

/** Enough text to fill a tall screen: a section may begin with nothing but its heading. The rest is filled in later. */
const firstCharacters = 5_000;
const firstPieces = 12;
/** What peeps out above the text is there too: filled in later, it would grow under the reader's eyes. */
const aboveCharacters = 400;

async function firstHtml(text: OwnedText, facts: Facts, target: Piece): Promise<Record<string, string>> {
  const html: Record<string, string> = {};
  const from = text.pieces.indexOf(target);
  let characters = 0;
  for (const piece of text.pieces.slice(from, from + firstPieces)) {
    if (characters > 0 && characters + piece.text.length > firstCharacters) break;
    html[piece.sectionId] = await renderPiece(text, facts, piece);
    characters += piece.text.length;
  }
  let above = 0;
  for (const piece of text.pieces.slice(0, from).reverse()) {
    if (above >= aboveCharacters) break;
    html[piece.sectionId] = await renderPiece(text, facts, piece);
    above += piece.text.length;
  }
  return html;
}

function placeOf(facts: Facts, piece: Piece): PiecePlace {
  const rows = mapRows(facts.toc.toc, facts.toc.content_tiers, { whole: false, sections: [] });
  return {
    offset: startsOf(facts).get(piece.sectionId) ?? 0,
    totalCharacters: wholeCharacters(rows, facts.document.character_count) ?? 0,
  };
}

/** Characters of the document before each section. */
function startsOf(facts: Facts): ReadonlyMap<string, number> {
  const beneath = new Map<string, number>();
  for (const entry of facts.toc.toc) {
    const parent = entry.parent_section_id;
    if (parent !== null) beneath.set(parent, (beneath.get(parent) ?? 0) + (entry.character_count ?? 0));
  }
  const starts = new Map<string, number>();
  let at = 0;
  for (const entry of facts.toc.toc) {
    starts.set(entry.section_id, at);
    at += Math.max(0, (entry.character_count ?? 0) - (beneath.get(entry.section_id) ?? 0));
  }
  return starts;
}

function pagesOf(pages: DocumentPageImagesResponse | null): ReadingData["pages"] {
  if (pages === null) return [];
  const listed = new Map(pages.pages.map((page) => [page.page_number, page]));
  const last = Math.max(pages.page_count ?? 0, ...listed.keys());
  // Without one listed page there is nothing to show beside the text.
  if (listed.size === 0) return [];
  return Array.from({ length: last }, (_, i) => {
    const page = listed.get(i + 1);
    return {
      pageNumber: i + 1,
      width: page?.width ?? null,
      height: page?.height ?? null,
      listed: page !== undefined,
    };
  });
}
