import { readStoredAnswer } from "../../contract/tolerant.ts";
import { compareTags } from "../../text/changes/compare-tags.ts";
import { hasLead, type SectionNode, type SectionTree, sectionTree, subtree } from "../../text/toc/section-tree.ts";
import { visibleWords } from "../../text/toc/visible-words.ts";
import type { PurchaseStore } from "../ports.ts";

/**
 * Which sections are owned by the present table of contents. A document may be divided anew after it was bought from:
 * then a section is owned where its words are among those that were bought, which the tags of its own words tell, or
 * the places that the service gives for former words. An id alone is not enough. Where a service sends no tags, ids are
 * all there is.
 */
export interface OwnedSections {
  /** As the present table of contents names them; each includes its subsections. */
  readonly ids: ReadonlySet<string>;
  /** Bought by this id and not divided since, with the purchase. Ids that are gone stand here too. */
  readonly bought: ReadonlyMap<string, string>;
  /** Places in earlier purchases: of all words of a section, and of its own. */
  readonly carried: ReadonlyMap<string, CarriedWords>;
  readonly carriedOwn: ReadonlyMap<string, CarriedWords>;
  /** Own words put together from pieces of earlier purchases, whole documents among them. */
  readonly pieces: ReadonlyMap<string, readonly WordsPiece[]>;
  /** The present table of contents. */
  readonly toc: string | null;
}

export interface CarriedWords {
  readonly artifactId: string;
  /** The delivered section, and the one in it with these words, by the table of contents of the purchase. */
  /** Null where the whole document was delivered. */
  readonly boughtId: string | null;
  readonly sectionId: string;
}

/** A heading above parts, whose words the table of contents says: nobody buys it. */
interface HeadingAlone {
  readonly title: string;
}

/** Visible characters `from` to `to` of a section's own words, or of a heading. */
export type WordsPiece = (CarriedWords | HeadingAlone) & { readonly from: number; readonly to: number };

interface Bought {
  /** Null where the whole document was bought. */
  readonly sectionId: string | null;
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
  const artifacts = await rows.artifacts.artifactsOfDocument(ownerId, upstream, documentId);
  const wholes = artifacts.filter(({ kind, unreadable }) => kind === "content" && unreadable === null);
  if (sections.length === 0 && wholes.length === 0) return nothingOwned;
  const tocs = new Map(artifacts.map((each) => [each.artifact_id, each.toc]));
  const present = (await rows.artifacts.snapshot(ownerId, upstream, documentId))?.toc ?? null;
  const bought = [
    ...sections.map(({ section_id: sectionId, artifact_id: artifactId }) => ({ sectionId, artifactId })),
    ...wholes.map(({ artifact_id: artifactId }) => ({ sectionId: null, artifactId })),
  ];
  return ownedSectionsOf(
    present,
    bought.map((each) => ({ ...each, toc: tocs.get(each.artifactId) ?? null })),
  );
}

function ownedSectionsOf(present: string | null, purchases: readonly Bought[]): OwnedSections {
  const earlier = purchases.filter(({ toc }) => toc !== null && present !== null && toc !== present);
  const bought = new Map(
    purchases.flatMap(({ sectionId, artifactId }) => (sectionId === null ? [] : [[sectionId, artifactId] as const])),
  );
  if (earlier.length === 0) return { ...nothingOwned, ids: new Set(bought.keys()), bought, toc: present };
  const now = outlineOf(present);
  const [byTag, byOwnTag] = [new Map<string, CarriedWords>(), new Map<string, CarriedWords>()];
  const byTagOrWhole = new Map<string, CarriedWords>();
  const headings = new Map<string, HeadingAlone>();
  for (const [toc, group] of Map.groupBy(earlier, (each) => each.toc)) {
    const then = outlineOf(toc);
    for (const node of then.tree.nodes) {
      const tag = then.entries.get(node.id)?.content_tag;
      if (tag != null && node.title !== null && !hasLead(node)) headings.set(tag, { title: node.title });
    }
    for (const { sectionId: boughtId, artifactId } of group) {
      const node = boughtId === null ? undefined : then.tree.byId.get(boughtId);
      if (boughtId !== null) {
        if (node === undefined) continue;
        const [before, after] = [then.entries.get(boughtId), now.entries.get(boughtId)];
        if (after !== undefined && compareTags(before?.content_tag, after.content_tag) === "changed") {
          bought.delete(boughtId);
        }
      }
      for (const each of node === undefined ? then.tree.nodes : subtree(then.tree, node)) {
        const { content_tag: tag, own_content_tag: ownTag } = then.entries.get(each.id) ?? {};
        const words = { artifactId, boughtId, sectionId: each.id };
        if (tag != null) byTagOrWhole.set(tag, words);
        // A whole document is owned as such.
        if (boughtId === null) continue;
        if (tag != null) byTag.set(tag, words);
        if (ownTag != null) byOwnTag.set(ownTag, words);
      }
    }
  }
  const carried = wordsOf(now.entries.values(), byTag, (entry) => entry.content_tag);
  const carriedOwn = wordsOf(now.entries.values(), byOwnTag, (entry) => entry.own_content_tag);
  const pieces = piecesOf(now, byTagOrWhole, headings);
  const ids = new Set([...bought.keys(), ...carried.keys()]);
  // From the end: what lies beneath a section is known before the section is.
  for (const node of now.tree.nodes.toReversed()) {
    const isOwn =
      carriedOwn.has(node.id) ||
      pieces.get(node.id)?.every((each) => "title" in each || each.boughtId !== null) === true;
    if (isWhole(node, ids, isOwn)) ids.add(node.id);
  }
  return { ids, bought, carried, carriedOwn, pieces, toc: present };
}

/** Of each section whose own words lie without a gap in words that were bought, by the places that the service gives. */
function piecesOf(
  now: Contents,
  bought: ReadonlyMap<string, CarriedWords>,
  headings: ReadonlyMap<string, HeadingAlone>,
): OwnedSections["pieces"] {
  const { starts = [], former = [] } = now.dividedAnew ?? {};
  const found = new Map<string, WordsPiece[]>();
  if (starts.length !== now.tree.nodes.length + 1) return found;
  const unchanged = now.tree.nodes.map(({ id, position }) => {
    const [start = 0, end = 0] = starts.slice(position, position + 2);
    return { content_tag: now.entries.get(id)?.content_tag ?? "", offset: 0, start, end };
  });
  const owned = [...unchanged, ...former]
    .flatMap(({ content_tag: tag, ...place }) => {
      const heading = headings.get(tag);
      const isAlone = place.offset + place.end - place.start <= visibleWords(heading?.title ?? "").length;
      const words = bought.get(tag) ?? (isAlone ? heading : undefined);
      return words === undefined ? [] : [{ ...place, words }];
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let first = 0;
  for (const { id, position } of now.tree.nodes) {
    let at = starts[position] ?? 0;
    const end = starts[position + 1] ?? 0;
    while ((owned[first]?.end ?? at + 1) <= at) first++;
    const pieces: WordsPiece[] = [];
    for (let next = first; at < end; next++) {
      const piece = owned[next];
      if (piece === undefined || piece.start > at) break;
      if (piece.end <= at) continue;
      const to = Math.min(end, piece.end);
      const from = piece.offset - piece.start;
      pieces.push({ ...piece.words, from: from + at, to: from + to });
      at = to;
    }
    if (at >= end && pieces.some((each) => "artifactId" in each)) found.set(id, pieces);
  }
  return found;
}

const nothingOwned: OwnedSections = {
  ...{ ids: new Set(), bought: new Map(), carried: new Map(), carriedOwn: new Map(), pieces: new Map(), toc: null },
};

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

function isWhole(node: SectionNode, ids: ReadonlySet<string>, isOwn: boolean): boolean {
  const ownWords = isOwn || (node.children.length > 0 && !hasLead(node));
  return ownWords && node.children.every((child) => ids.has(child.id));
}

type Toc = NonNullable<ReturnType<typeof readStoredAnswer<"getToc">>>;
type Entry = Toc["toc"][number];

interface Contents {
  readonly tree: SectionTree;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly dividedAnew: Toc["divided_anew"];
}

function outlineOf(text: string | null): Contents {
  const answer = readStoredAnswer("getToc", text);
  const toc = answer?.toc ?? [];
  return {
    tree: sectionTree(toc),
    entries: new Map(toc.map((entry) => [entry.section_id as string, entry])),
    dividedAnew: answer?.divided_anew,
  };
}
