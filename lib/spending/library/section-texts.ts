import { readStoredAnswer, readTolerantly } from "../../contract/tolerant.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import { cutSection } from "../../text/toc/cut.ts";
import { hasLead, type SectionNode, type SectionTree, sectionTree } from "../../text/toc/section-tree.ts";
import { parseJson } from "../kinds/reading.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import { bytesOf } from "./artifact-bytes.ts";

export type Reader = Pick<Spender, "ownerId" | "upstream">;

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
  readonly #deps: SpendingDeps;
  readonly #rows: PurchaseStore;
  readonly #reader: Reader;
  readonly #documentId: string;
  readonly #tree: SectionTree;
  readonly #delivered = new Map<string, Promise<Delivered | undefined>>();
  #bought: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(deps: SpendingDeps, rows: PurchaseStore, reader: Reader, documentId: string, tree: SectionTree) {
    this.#deps = deps;
    this.#rows = rows;
    this.#reader = reader;
    this.#documentId = documentId;
    this.#tree = tree;
  }

  /** Undefined where it isn't owned. */
  async textOf(sectionId: string): Promise<FoundText | undefined> {
    this.#bought ??= this.#readBought();
    const bought = await this.#bought;
    const node = this.#tree.byId.get(sectionId);
    for (let each: SectionNode | null = node ?? null; each !== null; each = each.parent) {
      const artifactId = bought.get(each.id);
      if (artifactId !== undefined) return this.#fromArtifact(artifactId, each.id, sectionId);
    }
    const direct = bought.get(sectionId);
    if (direct !== undefined) return this.#fromArtifact(direct, sectionId, sectionId);
    const { ownerId, upstream } = this.#reader;
    const whole = await this.#rows.artifacts.contentOf(ownerId, upstream, this.#documentId);
    if (whole !== undefined) return this.#fromArtifact(whole.artifact_id, null, sectionId);
    return node === undefined || node.children.length === 0 ? undefined : this.#fromParts(node);
  }

  async #readBought(): Promise<ReadonlyMap<string, string>> {
    const { ownerId, upstream } = this.#reader;
    const rows = await this.#rows.artifacts.ownedSections(ownerId, upstream, this.#documentId);
    return new Map(rows.map((each) => [each.section_id, each.artifact_id]));
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
    const content = cutSection(piece, tree, boughtId, sectionId) ?? piece;
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
