import { readStoredAnswer } from "../../contract/tolerant.ts";
import { compareTags } from "../../text/changes/compare-tags.ts";
import { hasLead, type SectionNode, type SectionTree, sectionTree, subtree } from "../../text/toc/section-tree.ts";
import type { PurchaseStore } from "../ports.ts";

/**
 * Which sections are owned by the present table of contents. A document may be divided anew after it was bought from:
 * then a section is owned where its words are among those that were bought, which the tags of its own words tell, and
 * an id alone is not enough. Where a service sends no tags, ids are all there is.
 */
export interface OwnedSections {
  /** As the present table of contents names them; each includes its subsections. */
  readonly ids: ReadonlySet<string>;
  /** Bought by this id and not divided since, with the purchase. Ids that are gone stand here too. */
  readonly bought: ReadonlyMap<string, string>;
  /** Places in earlier purchases: of all words of a section, and of its own. */
  readonly carried: ReadonlyMap<string, CarriedWords>;
  readonly carriedOwn: ReadonlyMap<string, CarriedWords>;
}

export interface CarriedWords {
  readonly artifactId: string;
  /** The delivered section, and the one in it with these words, by the table of contents of the purchase. */
  readonly boughtId: string;
  readonly sectionId: string;
}

interface Bought {
  readonly sectionId: string;
  readonly artifactId: string;
  /** The table of contents at the time of the purchase. */
  readonly toc: string | null;
}

type Artifacts = PurchaseStore["artifacts"];

export async function loadOwnedSections(
  rows: { readonly artifacts: Pick<Artifacts, "ownedSections" | "artifactsOfDocument" | "snapshot"> },
  ownerId: string,
  upstream: string,
  documentId: string,
): Promise<OwnedSections> {
  const sections = await rows.artifacts.ownedSections(ownerId, upstream, documentId);
  if (sections.length === 0) return { ids: new Set(), bought: new Map(), ...nothingCarried };
  const artifacts = await rows.artifacts.artifactsOfDocument(ownerId, upstream, documentId);
  const tocs = new Map(artifacts.map((each) => [each.artifact_id, each.toc]));
  const present = (await rows.artifacts.snapshot(ownerId, upstream, documentId))?.toc ?? null;
  return ownedSectionsOf(
    present,
    sections.map(({ section_id, artifact_id }) => ({
      ...{ sectionId: section_id, artifactId: artifact_id, toc: tocs.get(artifact_id) ?? null },
    })),
  );
}

export function ownedSectionsOf(present: string | null, sections: readonly Bought[]): OwnedSections {
  const earlier = sections.filter(({ toc }) => toc !== null && present !== null && toc !== present);
  const bought = new Map(sections.map(({ sectionId, artifactId }) => [sectionId, artifactId]));
  if (earlier.length === 0) return { ids: new Set(bought.keys()), bought, ...nothingCarried };
  const now = outlineOf(present);
  const [byTag, byOwnTag] = [new Map<string, CarriedWords>(), new Map<string, CarriedWords>()];
  for (const [toc, group] of Map.groupBy(earlier, (each) => each.toc)) {
    const then = outlineOf(toc);
    for (const { sectionId, artifactId } of group) {
      const node = then.tree.byId.get(sectionId);
      const before = then.entries.get(sectionId);
      const after = now.entries.get(sectionId);
      if (node === undefined || before === undefined) continue;
      if (after !== undefined && compareTags(before.content_tag, after.content_tag) === "changed") {
        bought.delete(sectionId);
      }
      for (const each of subtree(then.tree, node)) {
        const { content_tag: tag, own_content_tag: ownTag } = then.entries.get(each.id) ?? {};
        const words = { artifactId, boughtId: sectionId, sectionId: each.id };
        if (tag != null) byTag.set(tag, words);
        if (ownTag != null) byOwnTag.set(ownTag, words);
      }
    }
  }
  const carried = wordsOf(now.entries.values(), byTag, (entry) => entry.content_tag);
  const carriedOwn = wordsOf(now.entries.values(), byOwnTag, (entry) => entry.own_content_tag);
  const ids = new Set([...bought.keys(), ...carried.keys()]);
  // From the end: what lies beneath a section is known before the section is.
  for (const node of now.tree.nodes.toReversed()) if (isWhole(node, ids, carriedOwn)) ids.add(node.id);
  return { ids, bought, carried, carriedOwn };
}

const nothingCarried = { carried: new Map(), carriedOwn: new Map() } as const;

function wordsOf(
  entries: Iterable<Entry>,
  byTag: ReadonlyMap<string, CarriedWords>,
  tagOf: (entry: Entry) => string | null | undefined,
): ReadonlyMap<string, CarriedWords> {
  const found = new Map<string, CarriedWords>();
  for (const entry of entries) {
    const words = byTag.get(tagOf(entry) ?? "");
    if (words !== undefined) found.set(entry.section_id, words);
  }
  return found;
}

function isWhole(node: SectionNode, ids: ReadonlySet<string>, carriedOwn: OwnedSections["carriedOwn"]): boolean {
  const ownWords = carriedOwn.has(node.id) || (node.children.length > 0 && !hasLead(node));
  return ownWords && node.children.every((child) => ids.has(child.id));
}

type Entry = NonNullable<ReturnType<typeof readToc>>[number];
const readToc = (text: string | null) => readStoredAnswer("getToc", text)?.toc;

function outlineOf(text: string | null): { tree: SectionTree; entries: ReadonlyMap<string, Entry> } {
  const toc = readToc(text) ?? [];
  return { tree: sectionTree(toc), entries: new Map(toc.map((entry) => [entry.section_id as string, entry])) };
}
