import { jstDate, jstDayStartMs } from "../../contract/dates.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { contentPrice } from "../../contract/prices.ts";
import { readStoredAnswer } from "../../contract/tolerant.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import type { ReadPrice, ReadThing } from "../../store/reads.ts";
import { purchasables } from "../kinds/purchasables.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";

/**
 * Counts what re-reading saved: each further visit to an owned section, page, original or answer counts what opening it
 * would have cost, once a visit however often its page is rendered; the sections of a document in one day never count
 * more than the whole document costs. Where the price is a range, the least of it counts.
 */
export async function noteSectionRead(
  deps: SpendingDeps,
  rows: PurchaseStore,
  reader: { readonly ownerId: string; readonly upstream: string },
  documentId: string,
  sectionId: string,
): Promise<void> {
  const { ownerId, upstream } = reader;
  const thing = { owner_id: ownerId, upstream, document_id: documentId, thing: `section:${sectionId}` };
  await note(deps, rows, thing, async () => {
    const snapshot = await rows.artifacts.snapshot(ownerId, upstream, documentId);
    const toc = readStoredAnswer("getToc", snapshot?.toc ?? null);
    const characters = toc?.toc.find((each) => each.section_id === sectionId)?.character_count ?? null;
    const whole = readStoredAnswer("getDocument", snapshot?.summary ?? null)?.character_count ?? null;
    const tiers = toc?.content_tiers ?? [];
    return { credits: contentPrice(tiers, characters).min, dayMax: contentPrice(tiers, whole).max };
  });
}

/** The same for what has one price: a page, an original, an answer. Texts are counted by their sections. */
export async function noteFileRead(deps: SpendingDeps, rows: PurchaseStore, artifact: ArtifactRow): Promise<void> {
  const { cost } = endpoints[purchasables[artifact.kind].endpoint];
  if (cost.kind !== "fixed") return;
  const { owner_id, upstream, document_id: documentId } = artifact;
  const thing = { owner_id, upstream, document_id: documentId ?? "", thing: thingOf(artifact) };
  await note(deps, rows, thing, async () => ({ credits: cost.credits, dayMax: Infinity }));
}

function thingOf({ kind, page_number: page, original_id: original, params }: ArtifactRow): string {
  if (page !== null) return `page:${page}`;
  if (original !== null) return `original:${original}`;
  return `answer:${kind} ${params}`;
}

async function note(
  { clock }: SpendingDeps,
  rows: PurchaseStore,
  thing: ReadThing,
  price: () => Promise<Omit<ReadPrice, "dayStartMs">>,
): Promise<void> {
  const nowMs = clock.nowMs();
  await rows.reads.noteRead(thing, nowMs, async () => ({
    ...(await price()),
    dayStartMs: jstDayStartMs(jstDate(nowMs)),
  }));
}
