import { setImmediate } from "node:timers/promises";
import { readStoredAnswer } from "../../contract/tolerant.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../../spending/ports.ts";
import { isOwned } from "../../spending/pricing/section-plan.ts";
import type { Place } from "../../text/quotes/find-quote.ts";
import { foldQuote } from "../../text/quotes/fold-quote.ts";
import type { LeftOut } from "../../text/quotes/left-out.ts";
import { partMin, quoteParts } from "../../text/quotes/quote-parts.ts";
import { sectionTree, type TocSection } from "../../text/toc/section-tree.ts";
import { type DeliveredText, deliveredTexts, type TextPlace } from "./delivered-texts.ts";

/** Never a call, never a charge. */
export type QuoteVerdict =
  | "found"
  /** It stands there more than once. */
  | "ambiguous"
  /** An earlier delivery of this document holds it, and the newest one does not. */
  | "changed"
  | "not_found"
  /** Words beside an ellipsis that stand nearly everywhere. */
  | "too_short"
  /** Nothing of the document's text is owned. */
  | "not_owned";

export interface CheckedQuote {
  /** Said first: what an ellipsis leaves out, which may turn the meaning of the words that were found. */
  readonly left_out: readonly LeftOut[];
  readonly verdict: QuoteVerdict;
  readonly document_id: string;
  readonly title: string | null;
  /** Something was left out between the parts that were found. */
  readonly ellipsis: boolean;
  readonly cuts_number: boolean;
  /** How often it stands there. */
  readonly times: number;
  /** One for each part of the first passage. */
  readonly places: readonly QuotePlace[];
  /** Some sections were never bought, and were not looked at. */
  readonly partly_owned: boolean;
  /** A later document replaces or corrects this one. */
  readonly replaced_by: string | null;
}

export interface QuotePlace {
  readonly section_id: string | null;
  readonly title: string | null;
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly sha256: string;
}

interface Hit {
  readonly delivered: DeliveredText;
  readonly leftOut: readonly LeftOut[];
  readonly parts: readonly (Place & { readonly where: TextPlace })[];
}

export async function checkQuotes(
  deps: SpendingDeps,
  rows: PurchaseStore,
  reader: Pick<Spender, "ownerId" | "upstream">,
  quotes: readonly { readonly document_id: string; readonly quote: string }[],
): Promise<readonly CheckedQuote[]> {
  const known = new Map<string, readonly DeliveredText[]>();
  const checked: CheckedQuote[] = [];
  for (const { document_id, quote } of quotes) {
    const texts = known.get(document_id) ?? (await deliveredTexts(deps, rows, reader, document_id));
    known.set(document_id, texts);
    checked.push(await checkIn(rows, reader, document_id, texts, quote));
    // Reading a long text takes a while; others are answered in between.
    await setImmediate();
  }
  return checked;
}

async function checkIn(
  rows: PurchaseStore,
  reader: Pick<Spender, "ownerId" | "upstream">,
  documentId: string,
  texts: readonly DeliveredText[],
  quote: string,
): Promise<CheckedQuote> {
  const snapshot = await rows.artifacts.snapshot(reader.ownerId, reader.upstream, documentId);
  const document = readStoredAnswer("getDocument", snapshot?.summary ?? null);
  const toc = snapshot?.toc ?? null;
  const searched = texts.map((delivered) => ({ delivered, ...delivered.quoted.find(quote) }));
  const hits = searched.flatMap(({ delivered, passages }) =>
    passages.map(({ parts, leftOut }): Hit => {
      const placed = parts.map((part) => ({ ...part, where: delivered.placeAt(part.start) }));
      return { delivered, leftOut, parts: placed };
    }),
  );
  const current = hits.filter((hit) => isNewest(hit, texts));
  const places = distinct(current.length > 0 ? current : hits);
  const [first] = places;
  return {
    left_out: first?.leftOut ?? [],
    verdict: current.length > 0 ? (places.length > 1 ? "ambiguous" : "found") : whyNot(quote, texts, hits),
    document_id: documentId,
    title: document?.title ?? null,
    ellipsis: searched.some(({ ellipsis, passages }) => ellipsis && passages.length > 0),
    cuts_number: first?.parts.some(({ cutsNumber }) => cutsNumber) ?? false,
    times: places.length,
    places: first === undefined ? [] : first.parts.map((part) => placeOf(first.delivered, part)),
    partly_owned: texts.length > 0 && !coversAll(texts, readStoredAnswer("getToc", toc)?.toc ?? []),
    replaced_by: document?.superseded_by_document_id ?? document?.amended_by_document_id ?? null,
  };
}

function whyNot(quote: string, texts: readonly DeliveredText[], hits: readonly Hit[]): QuoteVerdict {
  if (texts.length === 0) return "not_owned";
  if (hits.length > 0) return "changed";
  const parts = quoteParts(quote);
  return parts.length === 0 || parts.some((part) => foldQuote(part).text.length < partMin) ? "too_short" : "not_found";
}

/** No later delivery has the section in which the passage begins. */
function isNewest({ delivered, parts }: Hit, texts: readonly DeliveredText[]): boolean {
  const path = parts[0]?.where.path ?? [];
  return texts.every(
    ({ sectionId, artifact }) =>
      artifact.stored_at <= delivered.artifact.stored_at ||
      artifact.sha256 === delivered.artifact.sha256 ||
      (sectionId !== null && !path.includes(sectionId)),
  );
}

/** The same passage in a section and in the whole document is one place. */
function distinct(hits: readonly Hit[]): readonly Hit[] {
  const byPlace = new Map<string, Hit>();
  for (const hit of hits) {
    const key = JSON.stringify(hit.parts.map(({ where }) => [where.sectionId, where.within]));
    if (!byPlace.has(key)) byPlace.set(key, hit);
  }
  return [...byPlace.values()];
}

function placeOf(delivered: DeliveredText, { start, end, where }: Hit["parts"][number]): QuotePlace {
  const offsets = delivered.inCodePoints(start, end);
  return {
    section_id: where.sectionId,
    title: where.title,
    page: where.page,
    ...offsets,
    sha256: delivered.artifact.sha256,
  };
}

function coversAll(texts: readonly DeliveredText[], toc: readonly TocSection[]): boolean {
  const owned = new Set(texts.flatMap(({ sectionId }) => sectionId ?? []));
  if (texts.some(({ sectionId }) => sectionId === null)) return true;
  return sectionTree(toc).roots.every((root) => isOwned(root, { whole: false, owned }));
}
