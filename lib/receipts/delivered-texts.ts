import { readStoredAnswer } from "../contract/tolerant.ts";
import { countCharacters } from "../format/count-characters.ts";
import { parseJson } from "../purchases/spending/answers.ts";
import { bytesOf } from "../purchases/library/owned.ts";
import type { PurchaseStore, SpendingDeps } from "../purchases/ports.ts";
import type { ArtifactRow } from "../store/artifacts.ts";
import { splitSections } from "../toc/cut.ts";
import { pageStarts, type PageStart, sectionPages } from "../toc/pages.ts";
import { ownCharacters } from "../toc/position.ts";
import { type SectionNode, sectionTree, type SectionTree, subtree } from "../toc/section-tree.ts";
import { QuotedText } from "../quotes/find-quote.ts";

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
  /** Where the text stands in the delivered JSON (RFC 6901). */
  readonly pointer: string;
  /** The section that was delivered; null for a whole document. */
  readonly sectionId: string | null;
  readonly text: string;
  readonly #newestToc: string | null;
  #quoted: QuotedText | undefined;
  #pieces: readonly PlacedPiece[] | undefined;

  constructor(from: Answer, pointer: string, sectionId: string | null, text: string) {
    this.artifact = from.artifact;
    this.#newestToc = from.newestToc;
    this.pointer = pointer;
    this.sectionId = sectionId;
    this.text = text;
  }

  get quoted(): QuotedText {
    return (this.#quoted ??= new QuotedText(this.text));
  }

  /** The section and the page of a position, by the table of contents that came with the text. */
  placeAt(at: number): TextPlace {
    this.#pieces ??= this.#cut();
    const piece = this.#pieces.findLast(({ from }) => from <= at);
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
    const toc = readStoredAnswer("getToc", this.artifact.toc ?? this.#newestToc)?.toc ?? [];
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

interface PlacedPiece {
  readonly from: number;
  readonly first: number | undefined;
  readonly starts: readonly PageStart[];
  readonly place: Pick<TextPlace, "sectionId" | "path" | "title">;
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
    const answer = await bytesOf(deps, artifact).then(parseJson, () => undefined);
    texts.push(...textsIn(answer, { artifact, newestToc }));
  }
  return texts;
}

function textsIn(answer: unknown, from: Answer): DeliveredText[] {
  if (!isRecord(answer)) return [];
  const sections = Array.isArray(answer["content_sections"]) ? (answer["content_sections"] as unknown[]) : [];
  const found = sections.flatMap((each, index) => {
    if (!isRecord(each)) return [];
    const { section_id, content } = each;
    if (typeof section_id !== "string" || typeof content !== "string") return [];
    return [new DeliveredText(from, `/content_sections/${index}/content`, section_id, content)];
  });
  if (from.artifact.kind === "sections" && found.length > 0) return found;
  const { content } = answer;
  return typeof content === "string" ? [new DeliveredText(from, "/content", null, content)] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
