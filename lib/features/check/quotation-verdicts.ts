import { setImmediate } from "node:timers/promises";
import { checkQuotes } from "../../evidence/receipts/check-quote.ts";
import type { DeliveredText } from "../../evidence/receipts/delivered-texts.ts";
import type { Claim, Verdict } from "./claims.ts";
import type { EvidenceDeps, OwnedDocumentText, Reader } from "./owned-evidence.ts";

const wordsMax = 600;
const chunk = 12;
const chunksMax = 60;

/** A quotation is found where it stands word for word, and never almost: what is near is shown beside it. */
export async function quotationVerdict(
  { deps, rows }: EvidenceDeps,
  reader: Reader,
  claim: Claim,
  documents: readonly OwnedDocumentText[],
): Promise<Verdict> {
  const own = documents.filter(({ issuer }) => claim.issuer === null || issuer === claim.issuer);
  const verdict = (kind: Verdict["kind"], rest: Partial<Verdict> = {}): Verdict => ({
    claimId: claim.id,
    kind,
    because: null,
    place: null,
    words: null,
    filed: null,
    ...rest,
  });
  if (own.length === 0) return verdict("not_checked", { because: claim.issuer === null ? "no_issuer" : "not_owned" });
  const asked = own.map(({ documentId: document_id }) => ({ document_id, quote: claim.text }));
  const checked = await checkQuotes(deps, rows, reader, asked);
  const found = checked.find((each) => each.verdict === "found" || each.verdict === "ambiguous");
  if (found !== undefined) {
    const [place] = found.places;
    const at =
      place === undefined
        ? null
        : { documentId: found.document_id, sectionId: place.section_id, title: place.title, page: place.page };
    // The words that an ellipsis leaves out may turn the meaning.
    if (found.left_out.length > 0) return verdict("altered_words", { place: at });
    return verdict("found", { place: at, words: claim.text });
  }
  const changed = checked.find((each) => each.verdict === "changed");
  if (changed !== undefined)
    return verdict("superseded", {
      place: { documentId: changed.document_id, sectionId: null, title: null, page: null },
    });
  if (checked.every((each) => each.verdict === "too_short")) return verdict("not_checked", { because: "too_short" });
  for (const { documentId, delivered } of own) {
    for (const text of delivered) {
      const near = nearestWords(text, claim.text);
      await setImmediate();
      if (near === undefined) continue;
      const { sectionId, title, page } = text.placeAt(near.start);
      const words = text.text.slice(near.start, near.end).slice(0, wordsMax);
      return verdict("altered_words", { place: { documentId, sectionId, title, page }, words, filed: words });
    }
  }
  const isWhole = checked.every((each) => !each.partly_owned);
  return isWhole ? verdict("not_in_it") : verdict("not_checked", { because: "not_owned" });
}

/** The stretch in which most pieces of the quotation stand, in their order; undefined below a third of them. */
export function nearestWords(
  { quoted }: Pick<DeliveredText, "quoted">,
  quote: string,
): { start: number; end: number } | undefined {
  const letters = quote.trim();
  const step = Math.max(chunk / 2, Math.ceil(letters.length / chunksMax));
  const pieces: string[] = [];
  for (let at = 0; at + chunk <= letters.length; at += step) pieces.push(letters.slice(at, at + chunk));
  if (pieces.length < 2) return undefined;
  const places = pieces.flatMap((piece, order) =>
    quoted
      .find(piece)
      .passages.slice(0, 8)
      .flatMap(({ parts }) => parts.map(({ start, end }) => ({ order, start, end }))),
  );
  let best: { start: number; end: number; count: number } | undefined;
  for (const first of places) {
    const within = places.filter(
      ({ start, end, order }) =>
        start >= first.start && end <= first.start + letters.length * 1.6 + 40 && order >= first.order,
    );
    const count = new Set(within.map(({ order }) => order)).size;
    if (best === undefined || count > best.count)
      best = { start: first.start, end: Math.max(...within.map(({ end }) => end)), count };
  }
  return best === undefined || best.count * 3 < pieces.length || best.count < 2 ? undefined : best;
}
