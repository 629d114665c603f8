import { jstDate, jstDateTime } from "../../contract/dates.ts";
import { readStoredAnswer, readTolerantly } from "../../contract/tolerant.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import { type Piece, splitSections } from "../../text/toc/cut.ts";
import { hasLead, type SectionNode, type SectionTree, sectionTree, subtree } from "../../text/toc/section-tree.ts";
import { purchasables } from "../kinds/purchasables.ts";
import { foundPlaces } from "../kinds/questions.ts";
import { parseJson, readAnswer } from "../kinds/reading.ts";
import type { Unit } from "../kinds/unit.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { holdingsOf } from "../pricing/holdings.ts";
import { isOwned, ownedSectionIds } from "../pricing/section-plan.ts";
import type { OwnedDocument, OwnedSection, StoredAnswer } from "../wire.ts";
import { bytesOf } from "./artifact-bytes.ts";
import { keptText } from "./kept-texts.ts";
import { noteFileRead, noteSectionRead } from "./note-read.ts";
import { type FoundText, type Reader, SectionTexts } from "./section-texts.ts";

/**
 * Reads what an owner has bought, from the store. An item of another owner is answered exactly like one that does not
 * exist.
 */
export async function ownedDocument(rows: PurchaseStore, reader: Reader, documentId: string): Promise<OwnedDocument> {
  const holdings = await holdingsOf(rows, reader.ownerId, reader.upstream, documentId);
  const tree = await treeOf(rows, reader, documentId);
  const owned = { whole: holdings.whole, owned: holdings.sections };
  const covered = tree.roots.length > 0 && tree.roots.every((each) => isOwned(each, owned));
  const pending = holdings.undecided.filter((each) => each.why !== "unreadable");
  const readable = new Set([...holdings.sections, ...ownedSectionIds(tree, owned)]);
  return {
    document_id: documentId,
    whole: holdings.whole || covered,
    sections: [...readable],
    pages: [...holdings.pages].sort((a, b) => a - b),
    originals: [...holdings.originals],
    without_lead: [...readable].filter((id) => isWithoutLead(tree.byId.get(id), owned)),
    pending: {
      sections: pending.flatMap((each) => each.sections),
      pages: pending.flatMap((each) => each.pageNumber ?? []),
    },
  };
}

/** The same for a list: one query finds those of which nothing is owned, which are most. */
export async function ownedDocuments(
  rows: PurchaseStore,
  reader: Reader,
  documentIds: readonly string[],
): Promise<OwnedDocument[]> {
  const held = await rows.artifacts.heldDocuments(reader.ownerId, reader.upstream, documentIds);
  return Promise.all(
    documentIds.map(async (id) => (held.has(id) ? await ownedDocument(rows, reader, id) : nothingOwned(id))),
  );
}

function nothingOwned(documentId: string): OwnedDocument {
  const pending = { sections: [], pages: [] };
  return { document_id: documentId, whole: false, sections: [], pages: [], originals: [], without_lead: [], pending };
}

function isWithoutLead(node: SectionNode | undefined, owned: { whole: boolean; owned: ReadonlySet<string> }): boolean {
  return node !== undefined && !isOwned(node, owned) && hasLead(node);
}

async function treeOf(rows: PurchaseStore, reader: Reader, documentId: string): Promise<SectionTree> {
  const text = (await rows.artifacts.snapshot(reader.ownerId, reader.upstream, documentId))?.toc;
  return sectionTree(readStoredAnswer("getToc", text ?? null)?.toc ?? []);
}

/** The text of one section, from any purchase that contains it. Undefined where it isn't owned. */
export async function ownedSection(
  deps: SpendingDeps,
  rows: PurchaseStore,
  reader: Reader,
  documentId: string,
  sectionId: string,
): Promise<OwnedSection | undefined> {
  const tree = await treeOf(rows, reader, documentId);
  const found = await new SectionTexts(deps, rows, reader, documentId, tree).textOf(sectionId);
  if (found === undefined) return undefined;
  for (const each of found.artifacts) await recordOpened(deps, rows, each);
  await noteSectionRead(deps, rows, reader, documentId, sectionId);
  return {
    document_id: documentId,
    section_id: sectionId,
    title: tree.byId.get(sectionId)?.title ?? null,
    content: found.content,
    stored_at: jstDateTime(found.artifact.stored_at),
    artifact_id: found.artifact.artifact_id,
    without_lead: found.withoutLead,
  };
}

/**
 * The whole text: as it was delivered, or its sections in reading order. Of a text put together from several purchases
 * only those with the section that is read count as opened.
 */
export async function ownedContent(
  deps: SpendingDeps,
  rows: PurchaseStore,
  reader: Reader,
  documentId: string,
  sectionId: string,
): Promise<{ content: string; artifact: ArtifactRow } | undefined> {
  const whole = await rows.artifacts.contentOf(reader.ownerId, reader.upstream, documentId);
  if (whole !== undefined) {
    const content = await keptText(deps.texts.long, whole.sha256, async () => {
      const read = readTolerantly("getContent", parseJson(await bytesOf(deps, whole)));
      return "unreadable" in read ? undefined : read.value.content;
    });
    if (content === undefined) return undefined;
    await recordOpened(deps, rows, whole);
    await noteSectionRead(deps, rows, reader, documentId, sectionId);
    return { content, artifact: whole };
  }
  const tree = await treeOf(rows, reader, documentId);
  const texts = new SectionTexts(deps, rows, reader, documentId, tree);
  const parts: FoundText[] = [];
  for (const root of tree.roots) {
    const part = await texts.textOf(root.id);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  const first = parts[0];
  if (first === undefined) return undefined;
  const read = (await texts.textOf(sectionId)) ?? first;
  for (const each of read.artifacts) await recordOpened(deps, rows, each);
  await noteSectionRead(deps, rows, reader, documentId, sectionId);
  return { content: parts.map((each) => each.content).join(""), artifact: first.artifact };
}

/** The owned text of a document by its sections. A list that is made of it does not count as opening it. */
export async function ownedPieces(
  deps: SpendingDeps,
  rows: PurchaseStore,
  reader: Reader,
  documentId: string,
): Promise<readonly Piece[]> {
  const tree = await treeOf(rows, reader, documentId);
  const texts = new SectionTexts(deps, rows, reader, documentId, tree);
  const take = async (node: SectionNode): Promise<readonly Piece[]> => {
    const found = await texts.textOf(node.id);
    if (found !== undefined && !found.withoutLead) return splitSections(found.content, subtree(tree, node));
    return (await Promise.all(node.children.map(take))).flat();
  };
  return (await Promise.all(tree.roots.map(take))).flat();
}

/** In one commit: each is synced to the disk, and holds up whatever else the process is asked. */
export function recordOpened(deps: SpendingDeps, rows: PurchaseStore, artifact: ArtifactRow): Promise<void> {
  return rows.atomically(async () => {
    await rows.artifacts.noteOpened(artifact.owner_id, artifact.artifact_id, jstDate(deps.clock.nowMs()));
    await noteFileRead(deps, rows, artifact);
  });
}

/** The newest stored answer to a question, or null. Never runs the question. Shown beside other things it isn't read. */
export async function storedAnswer(
  deps: SpendingDeps,
  rows: PurchaseStore,
  reader: Reader,
  unit: Unit,
  { countsAsRead = true } = {},
): Promise<StoredAnswer | null> {
  const artifact = await rows.artifacts.answerOf(reader.ownerId, reader.upstream, unit.kind, unit.params);
  if (artifact === undefined) return null;
  const answer = readAnswer(purchasables[artifact.kind].endpoint, await bytesOf(deps, artifact));
  if (countsAsRead) await recordOpened(deps, rows, artifact);
  // Answers of before these places were noted get theirs when they are read again.
  if (artifact.kind === "search_documents") await rows.artifacts.noteFound(artifact, foundPlaces(answer.value));
  return {
    artifact_id: artifact.artifact_id,
    stored_at: jstDateTime(artifact.stored_at),
    credits: (await rows.ledger.entryOf(artifact.intent_id))?.credits ?? 0,
    search_behind: artifact.search_behind ?? 0,
    ...answer,
  };
}
