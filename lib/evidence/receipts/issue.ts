import { jstDateTime } from "../../contract/dates.ts";
import { readStoredAnswer } from "../../contract/tolerant.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../../spending/ports.ts";
import { PurchaseProblem } from "../../spending/problems.ts";
import type { Place } from "../../text/quotes/find-quote.ts";
import { type DeliveredText, deliveredTexts } from "./delivered-texts.ts";
import { quoteMax, receiptFormat, type UnsignedReceipt } from "./receipt.ts";

/** A passage that somebody selected in the text they own, as they saw it. */
export interface Selection {
  readonly document_id: string;
  readonly section_id: string;
  readonly quote: string;
  /** Some words before it, which tell it from an equal passage elsewhere. */
  readonly before: string;
}

/** Makes the record of a quote from the delivered bytes, without a call and without a charge. */
export async function recordQuote(
  deps: SpendingDeps,
  rows: PurchaseStore,
  reader: Pick<Spender, "ownerId" | "upstream">,
  selection: Selection,
): Promise<UnsignedReceipt> {
  const snapshot = await rows.artifacts.snapshot(reader.ownerId, reader.upstream, selection.document_id);
  const texts = await deliveredTexts(deps, rows, reader, selection.document_id);
  if (texts.length === 0) {
    throw new PurchaseProblem(409, "quote_not_owned", "Only text that you have bought can be quoted with a proof.");
  }
  const found = nearest(texts, selection);
  if (found === undefined) {
    throw new PurchaseProblem(409, "quote_not_found", "These words don't stand in the delivered text.");
  }
  const { delivered, place } = found;
  const { artifact } = delivered;
  const offsets = delivered.inCodePoints(place.start, place.end);
  if (offsets.end - offsets.start > quoteMax) {
    throw new PurchaseProblem(422, "quote_too_long", `A receipt holds at most ${quoteMax} characters.`);
  }
  const where = delivered.placeAt(place.start);
  const document = readStoredAnswer("getDocument", snapshot?.summary ?? null);
  const entry = await rows.ledger.entryOf(artifact.intent_id);
  return {
    format: receiptFormat,
    quote: delivered.text.slice(place.start, place.end),
    document: {
      document_id: selection.document_id,
      title: document?.title ?? null,
      issuer_name: document?.issuer_name ?? null,
      security_code: document?.security_code ?? null,
      document_type: document?.document_type ?? null,
      timeline_at: document?.timeline_at ?? null,
      amended_by_document_id: document?.amended_by_document_id ?? null,
      superseded_by_document_id: document?.superseded_by_document_id ?? null,
    },
    section: where.sectionId === null ? null : { section_id: where.sectionId, title: where.title },
    page: where.page,
    offsets,
    delivered: {
      sha256: artifact.sha256,
      byte_size: artifact.byte_size,
      text: delivered.pointer,
      at: jstDateTime(artifact.stored_at),
    },
    source: {
      service: artifact.upstream,
      url: document?.source_url ?? null,
      attribution: document?.source_attribution ?? null,
    },
    ledger:
      entry === undefined ? null : { entry: entry.intent_id, at: jstDateTime(entry.at), request_id: entry.request_id },
    issued_at: new Date(deps.clock.nowMs()).toISOString(),
  };
}

interface Found {
  readonly delivered: DeliveredText;
  readonly place: Place;
}

/** How many characters before the passage have to be the same: as many as the text allows. */
const contexts = [200, 64, 32, 16, 8, 4, 0];

/** The place in the selected section that follows the same words; an equal passage elsewhere only where there is none. */
function nearest(texts: readonly DeliveredText[], selection: Selection): Found | undefined {
  let elsewhere: Found | undefined;
  for (const length of contexts) {
    const before = length === 0 ? "" : selection.before.slice(-length);
    for (const delivered of texts) {
      for (const place of delivered.quoted.placesAfter(before, selection.quote)) {
        if (delivered.placeAt(place.start).path.includes(selection.section_id)) return { delivered, place };
        elsewhere ??= { delivered, place };
      }
    }
  }
  return elsewhere;
}
