import { readStoredAnswer, readTolerantly } from "../../contract/tolerant.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import { cutSection, splitSections } from "../../text/toc/cut.ts";
import { hasLead, type SectionNode, type SectionTree, sectionTree, subtree } from "../../text/toc/section-tree.ts";
import { cutVisible, visibleWords } from "../../text/toc/visible-words.ts";
import { parseJson } from "../kinds/reading.ts";
import type { PurchaseStore, Spender } from "../ports.ts";
import { type CarriedWords, loadOwnedSections, type OwnedSections } from "../pricing/owned-sections.ts";
import { bytesOf } from "./artifact-bytes.ts";

export type Reader = Pick<Spender, "ownerId" | "upstream">;

interface TextRows {
  readonly artifacts: Pick<
    PurchaseStore["artifacts"],
    "ownedSections" | "artifactsOfDocument" | "snapshot" | "contentOf" | "artifactOf"
  >;
}

type BodyDeps = Parameters<typeof bytesOf>[0];

export interface FoundText {
  readonly content: string;
  readonly artifact: ArtifactRow;
  /** All purchases that the text comes from. */
  readonly artifacts: readonly ArtifactRow[];
  readonly withoutLead: boolean;
}

interface Delivered {
  readonly artifact: ArtifactRow;
  readonly content: string;
  readonly sections: readonly { readonly section_id: string; readonly content: string }[];
}

/**
 * The texts of a document's sections, from whatever purchases contain them. Each purchase is read once for all of its
 * sections: a hundred of one request would otherwise be parsed a hundred times.
 */
export class SectionTexts {
  readonly #deps: BodyDeps;
  readonly #rows: TextRows;
  readonly #reader: Reader;
  readonly #documentId: string;
  readonly #tree: SectionTree;
  readonly #delivered = new Map<string, Promise<Delivered | undefined>>();
  #owned: Promise<OwnedSections> | undefined;

  constructor(deps: BodyDeps, rows: TextRows, reader: Reader, documentId: string, tree: SectionTree) {
    this.#deps = deps;
    this.#rows = rows;
    this.#reader = reader;
    this.#documentId = documentId;
    this.#tree = tree;
  }

  /** Undefined where it isn't owned. */
  async textOf(sectionId: string): Promise<FoundText | undefined> {
    const { ownerId, upstream } = this.#reader;
    this.#owned ??= loadOwnedSections(this.#rows, ownerId, upstream, this.#documentId);
    const owned = await this.#owned;
    const node = this.#tree.byId.get(sectionId);
    for (let each: SectionNode | null = node ?? null; each !== null; each = each.parent) {
      const artifactId = owned.bought.get(each.id);
      if (artifactId !== undefined) return this.#fromArtifact(artifactId, each.id, sectionId);
    }
    const direct = owned.bought.get(sectionId);
    if (direct !== undefined) return this.#fromArtifact(direct, sectionId, sectionId);
    const whole = await this.#rows.artifacts.contentOf(ownerId, upstream, this.#documentId);
    if (node !== undefined && (whole === undefined || whole.toc !== owned.toc)) {
      const earlier = whole === undefined ? await this.#fromEarlier(node, owned) : undefined;
      const put = earlier ?? (await this.#fromPieces(node, owned));
      if (put !== undefined) return put;
    }
    if (whole !== undefined) return this.#fromArtifact(whole.artifact_id, null, sectionId);
    return node === undefined || node.children.length === 0 ? undefined : this.#fromParts(node);
  }

  /** A section whose words are cut out of what was bought, each of those beneath it too. */
  async #fromPieces(node: SectionNode, { pieces }: OwnedSections): Promise<FoundText | undefined> {
    let content = "";
    const artifacts = new Set<ArtifactRow>();
    for (const each of subtree(this.#tree, node)) {
      let own = "";
      for (const piece of pieces.get(each.id) ?? []) {
        if ("title" in piece) {
          own += `\n\n${cutVisible(piece.title, piece.from, piece.to)}\n\n`;
          continue;
        }
        const found = await this.#ownWords(piece);
        if (found === undefined) return undefined;
        own += cutVisible(found.content, piece.from, piece.to);
        artifacts.add(found.artifact);
      }
      if (own === "") return undefined;
      content += withHeading(own, each.title);
    }
    const [artifact] = artifacts;
    return artifact && { content, artifact, artifacts: [...artifacts], withoutLead: false };
  }

  /** A section that an earlier table of contents placed or divided otherwise: all its words, or its own and its parts. */
  async #fromEarlier(node: SectionNode, { carried, carriedOwn }: OwnedSections): Promise<FoundText | undefined> {
    for (let each: SectionNode | null = node; each !== null; each = each.parent) {
      const words = carried.get(each.id);
      const whole =
        words === undefined
          ? undefined
          : await this.#carriedText(words, (piece, tree) => {
              return cutSection(piece, tree, words.boughtId, words.sectionId);
            });
      if (whole === undefined) continue;
      const content = each === node ? whole.content : cutSection(whole.content, this.#tree, each.id, node.id);
      return { ...whole, content: content ?? whole.content, artifacts: [whole.artifact], withoutLead: false };
    }
    const words = carriedOwn.get(node.id);
    const own = words === undefined ? undefined : await this.#ownWords(words);
    if (own === undefined) return undefined;
    const ownContent = retitled(own.content, node.title);
    const parts: FoundText[] = [];
    for (const child of node.children) {
      const part = await this.textOf(child.id);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return {
      content: ownContent + parts.map((each) => each.content).join(""),
      artifact: own.artifact,
      artifacts: [...new Set([own.artifact, ...parts.flatMap((each) => each.artifacts)])],
      withoutLead: parts.some((each) => each.withoutLead),
    };
  }

  async #ownWords(words: CarriedWords): Promise<Pick<FoundText, "content" | "artifact"> | undefined> {
    return this.#carriedText(words, (piece, tree) => {
      const outer = words.boughtId === null ? undefined : tree.byId.get(words.boughtId);
      const pieces = splitSections(piece, outer === undefined ? tree.nodes : subtree(tree, outer));
      return pieces.find((each) => each.sectionId === words.sectionId)?.text;
    });
  }

  async #carriedText(
    { artifactId, boughtId }: CarriedWords,
    cut: (piece: string, tree: SectionTree) => string | undefined,
  ): Promise<Pick<FoundText, "content" | "artifact"> | undefined> {
    const delivered = await this.#read(artifactId);
    if (delivered === undefined) return undefined;
    const { artifact } = delivered;
    const piece = delivered.sections.find((each) => each.section_id === boughtId)?.content ?? delivered.content;
    const content = cut(piece, sectionTree(readStoredAnswer("getToc", artifact.toc)?.toc ?? []));
    return content === undefined ? undefined : { content, artifact };
  }

  /** Puts together a section whose parts were bought one by one: its heading, and the parts in reading order. */
  async #fromParts(node: SectionNode): Promise<FoundText | undefined> {
    const parts: FoundText[] = [];
    for (const child of node.children) {
      const part = await this.textOf(child.id);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    const first = parts[0];
    if (first === undefined) return undefined;
    const heading = node.title === null ? "" : `## ${node.title}\n\n`;
    return {
      content: heading + parts.map((each) => each.content).join(""),
      artifact: first.artifact,
      artifacts: [...new Set(parts.flatMap((each) => each.artifacts))],
      withoutLead: hasLead(node) || parts.some((each) => each.withoutLead),
    };
  }

  /** `boughtId`: the section that the purchase delivered; null for the whole document. */
  async #fromArtifact(artifactId: string, boughtId: string | null, sectionId: string): Promise<FoundText | undefined> {
    const delivered = await this.#read(artifactId);
    if (delivered === undefined) return undefined;
    const { artifact } = delivered;
    const piece = delivered.sections.find((each) => each.section_id === boughtId)?.content ?? delivered.content;
    if (boughtId === sectionId) return { content: piece, artifact, artifacts: [artifact], withoutLead: false };
    const tree = sectionTree(readStoredAnswer("getToc", artifact.toc)?.toc ?? []);
    // Divided anew since, the section begins and ends where it does now.
    const content =
      cutSection(piece, this.#tree, boughtId, sectionId) ?? cutSection(piece, tree, boughtId, sectionId) ?? piece;
    return { content, artifact, artifacts: [artifact], withoutLead: false };
  }

  #read(artifactId: string): Promise<Delivered | undefined> {
    const known = this.#delivered.get(artifactId) ?? this.#readArtifact(artifactId);
    this.#delivered.set(artifactId, known);
    return known;
  }

  async #readArtifact(artifactId: string): Promise<Delivered | undefined> {
    const artifact = await this.#rows.artifacts.artifactOf(this.#reader.ownerId, artifactId);
    if (artifact === undefined) return undefined;
    const read = readTolerantly("getContent", parseJson(await bytesOf(this.#deps, artifact)));
    if ("unreadable" in read) return undefined;
    return { artifact, content: read.value.content, sections: read.value.content_sections ?? [] };
  }
}

/** A heading that was a plain line when it was bought is one now, so that the section's parts are found by theirs. */
function withHeading(own: string, title: string | null): string {
  if (title === null) return own;
  const seen = visibleWords(title);
  const line = /^\s*(.*)\n?/u.exec(own);
  if (line === null || line[1]?.startsWith("#") || visibleWords(line[1] ?? "") !== seen) return own;
  return `## ${title}\n\n${own.slice(line[0].length).trimStart()}`;
}

/** Own words are the same under any heading: they are shown under the present one. */
function retitled(own: string, title: string | null): string {
  const [line, marks = "", words = ""] = /^(\s*#{1,6}[ \t]+)([^\n]*)/u.exec(own) ?? [];
  if (title === null || line === undefined || visibleWords(words) === visibleWords(title)) return own;
  return marks + title + own.slice(line.length);
}
