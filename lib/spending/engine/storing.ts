import { contentPrice } from "../../contract/prices.ts";
import { readStoredAnswer } from "../../contract/tolerant.ts";
import { unreadBecause } from "../../kit/long-texts/refusal.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import type { IntentRow } from "../../store/purchases.ts";
import { countCharacters } from "../../text/format/count-characters.ts";
import { indexedWords } from "../../text/library-words.ts";
import { purchasables } from "../kinds/purchasables.ts";
import { nothingRead, type Reading, unreadableFor } from "../kinds/reading.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { awaitingCheck } from "../pricing/first-reading.ts";
import type { Delivery } from "./attempt.ts";

/** Turns bytes on disk into an owned artifact: first stored and booked in one transaction, then read. */

/** In one transaction. False where the intent had already ended. */
export async function storeDelivery(
  deps: SpendingDeps,
  rows: PurchaseStore,
  row: IntentRow,
  delivery: Delivery,
): Promise<boolean> {
  deps.reach("before-stored");
  const at = deps.clock.nowMs();
  const stored = await rows.atomically(async () => {
    if (!(await rows.purchases.markStored(row.intent_id, at))) return false;
    await rows.artifacts.insertArtifact(await artifactOf(deps, rows, row, delivery, at));
    await rows.ledger.addEntry({
      intent_id: row.intent_id,
      owner_id: row.owner_id,
      at,
      credits: reportedCredits(row, delivery),
      credits_max: row.credits_max,
      balance: delivery.balance,
      request_id: delivery.requestId,
    });
    return true;
  });
  deps.reach("after-stored");
  return stored;
}

async function artifactOf(
  deps: SpendingDeps,
  rows: PurchaseStore,
  row: IntentRow,
  delivery: Delivery,
  at: number,
): Promise<ArtifactRow> {
  const { intent_id, owner_id, upstream, kind, params, epoch, document_id, page_number, original_id } = row;
  const toc =
    document_id !== null && purchasables[kind].hasSections
      ? ((await rows.artifacts.snapshot(owner_id, upstream, document_id))?.toc ?? null)
      : null;
  return {
    artifact_id: deps.chance.id("art"),
    ...{ intent_id, owner_id, upstream, kind, params, epoch, document_id, page_number, original_id },
    sha256: delivery.body.sha256,
    byte_size: delivery.body.byteSize,
    media_type: delivery.mediaType,
    file_name: delivery.fileName,
    // A cut body is marked now, in case the process ends before it is read.
    unreadable: delivery.cut ? cutAtBound : awaitingCheck,
    hit_count: null,
    search_behind: delivery.searchBehind,
    toc,
    stored_at: at,
  };
}

/** A replayed answer states 0 credits because an earlier attempt was charged, so its price is used. */
function reportedCredits(row: IntentRow, delivery: Delivery): number | null {
  if (delivery.charged !== null && !delivery.replayed) return delivery.charged;
  return row.credits_min === row.credits_max ? row.credits_max : null;
}

/** Its sections, its text for the local search, and the charge that follows from its length. */
export async function readStored(
  deps: SpendingDeps,
  rows: PurchaseStore,
  intentId: string,
  delivered: Pick<Delivery, "wrongLength" | "cut"> = { wrongLength: false, cut: false },
): Promise<Reading | undefined> {
  const artifact = await rows.artifacts.artifactOfIntent(intentId);
  if (artifact === undefined) return undefined;
  const reading = delivered.cut ? cutReading : await readArtifact(deps, artifact);
  const unreadable =
    reading.unreadable ??
    (purchasables[artifact.kind].read === "file" ? await fileFault(rows, artifact, delivered.wrongLength) : null);
  const words = await wordsOf(deps, reading.text);
  await rows.atomically(async () => {
    await rows.artifacts.noteReading(artifact.artifact_id, unreadable, reading.hitCount);
    if (unreadable !== null) return;
    await rows.artifacts.ownSections(artifact, reading.sections);
    await rows.artifacts.noteFound(artifact, reading.found);
    const credits = reading.text === null ? undefined : creditsOfText(artifact, reading.text);
    if (credits !== undefined) await rows.ledger.setCredits(intentId, credits);
    await rows.library.indexWords(artifact, words);
    for (const image of reading.images) await rows.illustrations.putIllustration({ sha256: artifact.sha256, ...image });
  });
  if (unreadable !== null) deps.report({ kind: "unreadable", code: unreadable.slice(0, 60), requestId: null });
  return { ...reading, unreadable };
}

/** An answer that can't be read within its time is found by its title alone; where too many wait it is read here. */
async function wordsOf(deps: Pick<SpendingDeps, "report" | "texts">, text: string | null): Promise<string> {
  if (text === null) return "";
  const read = await deps.texts.words(text).then((words) => ({ words }), unreadBecause);
  if (typeof read === "object") return read.words;
  if (read === "busy") return indexedWords(text);
  deps.report({ kind: "internal", code: "text_not_indexed", requestId: null });
  return "";
}

/** An original can be of any length; only its beginning is read. */
async function readArtifact(deps: SpendingDeps, artifact: ArtifactRow): Promise<Reading> {
  const { read } = purchasables[artifact.kind];
  if (read === "file") {
    const body = await deps.bodies.open(artifact.sha256);
    if (body === undefined) return missing;
    return body.byteSize === 0 ? unreadableFor("the file is empty") : nothingRead;
  }
  const bytes = await deps.bodies.read(artifact.sha256);
  return bytes === undefined ? missing : safely(() => read(unitOf(artifact), bytes));
}

/** Cut at the size limit of its kind, and charged. */
export const cutAtBound = "the answer is longer than it may be";

export const fileBreaksOff = "the file breaks off";

/** A file's contents can't be checked, but its length can, and whether it is a network's sign-in page. */
async function fileFault(rows: PurchaseStore, artifact: ArtifactRow, wrongLength: boolean): Promise<string | null> {
  if (wrongLength) return fileBreaksOff;
  if (artifact.media_type !== "text/html" || artifact.document_id === null) return null;
  const snapshot = await rows.artifacts.snapshot(artifact.owner_id, artifact.upstream, artifact.document_id);
  const listed = readStoredAnswer("listOriginals", snapshot?.originals ?? null);
  const promised = listed?.originals.find((each) => each.original_id === artifact.original_id)?.media_type;
  return promised == null || promised === "text/html" ? null : "a web page came instead of the file";
}

const cutReading = unreadableFor(cutAtBound);
const missing = unreadableFor("the bytes are missing or damaged");

function safely(read: () => Reading): Reading {
  try {
    return read();
  } catch {
    return unreadableFor("the answer can't be read");
  }
}

function unitOf(artifact: ArtifactRow) {
  return { kind: artifact.kind, params: artifact.params, documentId: artifact.document_id };
}

/** Undefined where the service sends no tiers: the charge is then left unknown rather than guessed. */
function creditsOfText(artifact: ArtifactRow, text: string): number | undefined {
  const toc = readStoredAnswer("getToc", artifact.toc);
  const price = contentPrice(toc?.content_tiers ?? [], countCharacters(text));
  return price.min === price.max ? price.max : undefined;
}
