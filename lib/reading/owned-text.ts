import type { TocEntry } from "../contract/resources.ts";
import { renderCached } from "../kit/long-texts/rendered.ts";
import type { Owner } from "../owners/owner.ts";
import { routes } from "../routes.ts";
import { app } from "../running-app.ts";
import { codeOf } from "../spending/engine/document-snapshots.ts";
import { ownedContent, ownedSection } from "../spending/library/owned.ts";
import { spenderOf } from "../spending/purchases.ts";
import type { OwnedDocument } from "../spending/wire.ts";
import type { ReaderLanguage } from "../text/i18n/reader-language.ts";
import type { RenderOptions, Unread } from "../text/markdown/index.ts";
import { type Piece, splitSections } from "../text/toc/cut.ts";
import { sectionTree, subtree } from "../text/toc/section-tree.ts";
import { illustrationsOf } from "./illustrations.ts";
import { piecePages } from "./piece-pages.ts";
import { type ReadingFacts, sectionOf } from "./reading-facts.ts";

export interface OwnedText {
  readonly pieces: readonly Piece[];
  readonly whole: boolean;
  readonly withoutLead: boolean;
}

/** In pieces: the whole document where all of it is owned. Never buys anything. */
export async function findText(
  owner: Owner,
  facts: ReadingFacts,
  owned: OwnedDocument,
  sectionId: string,
): Promise<OwnedText | undefined> {
  const spender = spenderOf(owner);
  const { deps, rows } = app().purchases;
  const { document_id } = facts.document;
  const tree = sectionTree(facts.toc.toc);
  if (owned.whole) {
    const found = await unlessDamaged(ownedContent(deps, rows, spender, document_id, sectionId));
    if (found !== undefined) {
      return { pieces: wholePieces(found.content, facts.toc.toc), whole: true, withoutLead: false };
    }
  }
  const found = await unlessDamaged(ownedSection(deps, rows, spender, document_id, sectionId));
  if (found === undefined) return undefined;
  const section = tree.byId.get(sectionId);
  const pieces = splitSections(found.content, section === undefined ? [] : subtree(tree, section));
  return { pieces, whole: false, withoutLead: found.without_lead };
}

const cut = new WeakMap<readonly TocEntry[], { readonly content: string; readonly pieces: readonly Piece[] }>();

/** The same for the same text and contents, which are those of every page of a document. */
function wholePieces(content: string, toc: readonly TocEntry[]): readonly Piece[] {
  const known = cut.get(toc);
  if (known?.content === content) return known.pieces;
  const pieces = splitSections(content, sectionTree(toc).nodes);
  cut.set(toc, { content, pieces });
  return pieces;
}

/** A damaged body counts as missing: the page then offers to buy it again. */
async function unlessDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === "artifact_damaged") return undefined;
    throw error;
  }
}

/** The piece that shows a section: its own, or the one that its text was merged into. */
export function targetPiece(text: OwnedText, facts: ReadingFacts, sectionId: string): Piece | undefined {
  const at = facts.toc.toc.findIndex((entry) => entry.section_id === sectionId);
  const before = new Set<string>(facts.toc.toc.slice(0, at + 1).map((entry) => entry.section_id));
  return text.pieces.findLast((piece) => before.has(piece.sectionId)) ?? text.pieces[0];
}

/** Renders a piece as safe HTML, with the images it refers to. */
export async function renderPiece(
  owner: Owner,
  language: ReaderLanguage,
  { text, facts, piece }: { readonly text: OwnedText; readonly facts: ReadingFacts; readonly piece: Piece },
): Promise<string> {
  const t = await language.getWords("reader");
  const pages = piecePages(facts, piece);
  const options: RenderOptions = {
    language: facts.document.language ?? "ja",
    idPrefix: `s-${piece.sectionId.replace(/[^\w-]/g, "-")}`,
    headingShift: headingShift(text),
    illustrations: await illustrationsOf(owner, language, facts, piece, pages),
    pages: pages.starts,
    words: {
      lang: language.locale,
      copyTsv: t("tsv"),
      illustration: t("figure"),
      vertical: t("vertical"),
      table: t("tableN", { n: "{n}" }),
      note: t("noteN", { n: "{n}" }),
    },
  };
  const rendered = await renderCached(app().purchases.deps.texts, piece.text, options);
  const html =
    rendered.plain === null ? rendered.html : withNotice(rendered.html, await plainNotice(language, rendered.plain));
  const uncertain = sectionOf(facts, piece.sectionId)?.uncertain_pages ?? [];
  return uncertain.length === 0 ? html : withNotice(html, await uncertainNotice(language, facts, uncertain));
}

/** Tables that were guessed from a PDF are shown with the pages on which they can be compared. */
async function uncertainNotice(
  { locale, getWords }: ReaderLanguage,
  facts: ReadingFacts,
  pages: readonly number[],
): Promise<string> {
  const t = await getWords("reader");
  const listed = new Set(facts.pages?.pages.map((page) => page.page_number));
  const links = pages.map((page) => {
    const words = t("uncertainPage", { n: String(page) });
    return listed.has(page) ? `<a href="${routes.page(facts.document.document_id, page)}">${words}</a>` : words;
  });
  return `<p class="notice" lang="${locale}">${t("uncertainTables")} ${links.join(" ")}</p>`;
}

async function plainNotice({ locale, getWords }: ReaderLanguage, because: Unread): Promise<string> {
  const t = await getWords("reader");
  return `<p class="notice" lang="${locale}">${t(because === "busy" ? "plainNow" : "plainText")}</p>`;
}

function withNotice(html: string, notice: string): string {
  const heading = /^\s*<h[1-6][^>]*>[\s\S]*?<\/h[1-6]>/.exec(html)?.[0] ?? "";
  return `${heading}${notice}${html.slice(heading.length)}`;
}

/** For a single section its heading is the page's h1; for a whole document the title is, and sections begin at h2. */
function headingShift(text: OwnedText): number {
  const level = /^\s*(#{1,6})[ \t]/.exec(text.pieces[0]?.text ?? "")?.[1]?.length ?? 1;
  return (text.whole ? 2 : 1) - level;
}
