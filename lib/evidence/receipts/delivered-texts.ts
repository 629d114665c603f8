import { readStoredAnswer } from "../../contract/tolerant.ts";
import type { KeptText, PlacedPiece } from "../../kit/long-texts/kept-text.ts";
import { TextRefused } from "../../kit/long-texts/refusal.ts";
import { bytesOf } from "../../spending/library/artifact-bytes.ts";
import type { PurchaseStore, SpendingDeps } from "../../spending/ports.ts";
import { PurchaseProblem } from "../../spending/problems.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import { countCharacters } from "../../text/format/count-characters.ts";
import type { QuotedText } from "../../text/quotes/find-quote.ts";
import { splitSections } from "../../text/toc/cut.ts";
import { pageStarts, sectionPages } from "../../text/toc/pages.ts";
import { ownCharacters } from "../../text/toc/position.ts";
import { type SectionNode, type SectionTree, sectionTree, subtree } from "../../text/toc/section-tree.ts";
import { keptTexts } from "./kept-texts.ts";

export interface TextPlace {
  readonly sectionId: string | null;
  /** The section and those around it, from the inside out. */
  readonly path: readonly string[];
  /** UTF-16 units of the section's own text before it. */
  readonly within: number;
  readonly title: string | null;
  readonly page: number | null;
}

/** A text that an owned answer delivered, as it stands in its bytes. */
export class DeliveredText {
  readonly artifact: ArtifactRow;
  readonly #toc: string | null;
  readonly #kept: KeptText;

  constructor({ artifact, newestToc }: Answer, kept: KeptText) {
    this.artifact = artifact;
    this.#toc = artifact.toc ?? newestToc;
    this.#kept = kept;
  }

  get pointer(): string {
    return this.#kept.pointer;
  }

  get sectionId(): string | null {
    return this.#kept.sectionId;
  }

  get text(): string {
    return this.#kept.text;
  }

  get quoted(): QuotedText {
    return this.#kept.quoted;
  }

  /** The section and the page of a position, by the table of contents that came with the text. */
  placeAt(at: number): TextPlace {
    const pieces = this.#kept.piecesBy(this.#toc, () => this.#cut());
    const piece = pieces.findLast(({ from }) => from <= at);
    if (piece === undefined) {
      const { sectionId } = this;
      return { sectionId, path: sectionId === null ? [] : [sectionId], within: at, title: null, page: null };
    }
    const { from, first, starts, place } = piece;
    const page = starts.findLast((start) => start.at <= at - from)?.page ?? first ?? null;
    return { ...place, within: at - from, page };
  }

  /** Offsets in UTF-16 units as code points, in which the interface counts characters. */
  inCodePoints(start: number, end: number): { start: number; end: number } {
    const before = countCharacters(this.text.slice(0, start));
    return { start: before, end: before + countCharacters(this.text.slice(start, end)) };
  }

  #cut(): readonly PlacedPiece[] {
    const toc = readStoredAnswer("getToc", this.#toc)?.toc ?? [];
    const tree = sectionTree(toc);
    const pages = sectionPages(toc);
    let from = 0;
    return splitSections(this.text, nodesOf(tree, this.sectionId)).map(({ sectionId, text }) => {
      const node = tree.byId.get(sectionId);
      const section = toc.find((each) => each.section_id === sectionId);
      // The service's positions count within the section's own text, so any other text has none.
      const isOwnText = node !== undefined && ownCharacters(node) === countCharacters(text);
      const piece = {
        from,
        first: pages.get(sectionId),
        starts: section === undefined || !isOwnText ? [] : pageStarts(section, text),
        place: { sectionId: sectionId === "" ? null : sectionId, path: pathOf(node), title: node?.title ?? null },
      };
      from += text.length;
      return piece;
    });
  }
}

interface Answer {
  readonly artifact: ArtifactRow;
  readonly newestToc: string | null;
}

function nodesOf(tree: SectionTree, sectionId: string | null): readonly SectionNode[] {
  if (sectionId === null) return tree.nodes;
  const node = tree.byId.get(sectionId);
  return node === undefined ? [] : subtree(tree, node);
}

function pathOf(node: SectionNode | undefined): readonly string[] {
  const path: string[] = [];
  for (let each = node ?? null; each !== null; each = each.parent) path.push(each.id);
  return path;
}

/** Newest delivery first. Answers that can't be read, or whose bytes are damaged, have no texts. */
export async function deliveredTexts(
  deps: SpendingDeps,
  rows: PurchaseStore,
  reader: { readonly ownerId: string; readonly upstream: string },
  documentId: string,
): Promise<readonly DeliveredText[]> {
  const newestToc = (await rows.artifacts.snapshot(reader.ownerId, reader.upstream, documentId))?.toc ?? null;
  const artifacts = (await rows.artifacts.artifactsOfDocument(reader.ownerId, reader.upstream, documentId)).filter(
    ({ kind, unreadable }) => (kind === "content" || kind === "sections") && unreadable === null,
  );
  const texts: DeliveredText[] = [];
  for (const artifact of artifacts) {
    // Read each time: what is damaged is not looked at, whatever is kept of it.
    const bytes = await bytesOf(deps, artifact).catch(() => undefined);
    if (bytes === undefined) continue;
    for (const kept of keptTexts(deps.texts.quoted, artifact, bytes)) {
      await kept.prepare(deps.texts).catch(refuse);
      texts.push(new DeliveredText({ artifact, newestToc }, kept));
    }
  }
  return texts;
}

function refuse(error: unknown): never {
  if (!(error instanceof TextRefused)) throw error;
  const detail = "A text of this document is too long or too complex to look for quotes in. Nothing was charged.";
  throw new PurchaseProblem(422, "text_too_complex", detail);
}
