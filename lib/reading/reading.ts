import { contentPrice } from "../contract/prices.ts";
import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { foundPassages } from "../spending/library/found-passages.ts";
import { missingPartsOf } from "../spending/pricing/document-facts.ts";
import { spenderOf } from "../spending/purchases.ts";
import { countCharacters } from "../text/format/count-characters.ts";
import type { ReaderLanguage } from "../text/i18n/reader-language.ts";
import type { Piece } from "../text/toc/cut.ts";
import { isMatched, sectionPages } from "../text/toc/pages.ts";
import { wholeCharacters } from "../text/toc/position.ts";
import { forPages, sectionTree, subtree } from "../text/toc/section-tree.ts";
import { hasChanges } from "./document-views.ts";
import { type OwnedText, renderPiece, targetPiece } from "./owned-text.ts";
import { pageBoxes } from "./page-boxes.ts";
import type { ReadingData } from "./reading-data.ts";
import { type ReadingFacts, sectionOf } from "./reading-facts.ts";

/** The data of a reading page: free data, and the text where it is owned. Never buys anything. */
export async function readingData(
  owner: Owner,
  language: ReaderLanguage,
  facts: ReadingFacts,
  sectionId: string,
  text: OwnedText | undefined,
): Promise<ReadingData> {
  const { document, toc, pages } = facts;
  const target = text === undefined ? undefined : targetPiece(text, facts, sectionId);
  const tree = sectionTree(toc.toc);
  const total = wholeCharacters(tree, document.character_count);
  const section = sectionOf(facts, sectionId);
  const node = tree.byId.get(sectionId);
  const within = node === undefined ? [sectionId] : subtree(tree, node).map((each) => each.id);
  return {
    document: { ...document, language: document.language ?? "ja" },
    section: { id: sectionId, title: section?.title ?? null, characters: section?.character_count ?? null },
    wholePrice: contentPrice(toc.content_tiers, total),
    missingParts: missingPartsOf({ summary: document, toc }),
    flow: (text?.pieces ?? []).map((piece) => ({
      sectionId: piece.sectionId,
      title: tree.byId.get(piece.sectionId)?.title ?? null,
      characters: charactersOfPiece(piece),
    })),
    html: text === undefined || target === undefined ? {} : await firstHtml(owner, language, { text, facts, target }),
    // An owned section has its passages in the text.
    found: text === undefined ? await findPassages(owner, document.document_id, within) : [],
    target: target?.sectionId ?? sectionId,
    whole: text?.whole ?? false,
    withoutLead: text?.withoutLead ?? false,
    hasChanges: hasChanges(document),
    toc: forPages(toc.toc),
    tiers: toc.content_tiers,
    placed: Object.fromEntries(sectionPages(toc.toc)),
    matched: isMatched(toc.toc),
    // Without any listed page no image can be shown beside the text.
    pages: pages === null || pages.pages.length === 0 ? [] : pageBoxes(pages.pages, pages.page_count),
  };
}

const counted = new WeakMap<Piece, number>();

/** Counted once for each piece that is kept: a long document has millions of characters. */
function charactersOfPiece(piece: Piece): number {
  const known = counted.get(piece);
  if (known !== undefined) return known;
  const characters = countCharacters(piece.text);
  counted.set(piece, characters);
  return characters;
}

async function findPassages(owner: Owner, documentId: string, sectionIds: readonly string[]) {
  const spender = spenderOf(owner);
  const { deps, rows } = app().purchases;
  const name = ["passages of", spender.ownerId, spender.upstream, documentId, ...sectionIds].join(" ");
  return app().reads.of(name, () => foundPassages(deps, rows, spender, documentId, sectionIds));
}

/** Fills a tall screen, since a section may begin with nothing but its heading. */
const firstCharacters = 5_000;
const firstPieces = 12;
/** The end of the text above is visible too. Loaded later, it would grow and move the text being read. */
const aboveCharacters = 400;

async function firstHtml(
  owner: Owner,
  language: ReaderLanguage,
  { text, facts, target }: { readonly text: OwnedText; readonly facts: ReadingFacts; readonly target: Piece },
): Promise<Record<string, string>> {
  const html: Record<string, string> = {};
  const from = text.pieces.indexOf(target);
  let characters = 0;
  for (const piece of text.pieces.slice(from, from + firstPieces)) {
    if (characters > 0 && characters + piece.text.length > firstCharacters) break;
    html[piece.sectionId] = await renderPiece(owner, language, { text, facts, piece });
    characters += piece.text.length;
  }
  let above = 0;
  for (const piece of text.pieces.slice(0, from).reverse()) {
    if (above >= aboveCharacters) break;
    html[piece.sectionId] = await renderPiece(owner, language, { text, facts, piece });
    above += piece.text.length;
  }
  return html;
}
