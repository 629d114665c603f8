import { readStoredAnswer } from "../../contract/tolerant.ts";
import type { IntentRow } from "../../store/purchases.ts";
import { keyOfUnit, lineKey } from "../pricing/actions.ts";
import type { PurchaseStore, Spender } from "../ports.ts";
import type { BasketPurchase, IntentView, LineName, LineOutcome, LineState, SinglePurchase } from "../wire.ts";

type Reader = Pick<Spender, "ownerId" | "upstream">;

/** How far each line of a confirmed basket is, from the intents that it led to. */
export function lineOutcomes(
  rows: PurchaseStore,
  reader: Reader,
  { lines }: BasketPurchase,
  intents: readonly IntentRow[],
  views: readonly IntentView[],
): LineOutcome[] {
  const viewOf = new Map(views.map((each) => [each.intent_id, each]));
  const byLine = Map.groupBy(intents, (row) =>
    keyOfUnit({ kind: row.kind, params: row.params, documentId: row.document_id }),
  );
  return lines.map((action) => {
    const mine = (byLine.get(lineKey(action)) ?? []).flatMap((row) => viewOf.get(row.intent_id) ?? []);
    return {
      action,
      name: lineName(rows, reader, action),
      state: lineState(mine),
      credits_charged: mine.reduce((sum, each) => sum + (each.credits ?? 0), 0),
      credits_unknown: mine.reduce((sum, each) => sum + (each.state === "unknown" ? each.credits_max : 0), 0),
      error: mine.find((each) => each.state === "failed" || each.state === "unknown")?.error ?? null,
    };
  });
}

/** The state of a line of several requests is that of the one that matters most to its owner. */
function lineState(intents: readonly IntentView[]): LineState {
  const has = (state: IntentView["state"]) => intents.some((each) => each.state === state);
  if (intents.length === 0) return "owned";
  if (has("sent")) return "running";
  if (has("intent")) return has("stored") ? "running" : "waiting";
  if (has("unknown")) return "unknown";
  return has("failed") ? "failed" : "stored";
}

/** What a line is called, as far as the stored free data tells. */
export function lineName(rows: PurchaseStore, { ownerId, upstream }: Reader, action: SinglePurchase): LineName {
  if (!("document_id" in action)) return nameless;
  const row = rows.artifacts.snapshot(ownerId, upstream, action.document_id);
  if (row === undefined) return { ...nameless, parts: partsOf(action, new Map()) };
  const summary = readStoredAnswer("getDocument", row.summary);
  const sections = readStoredAnswer("getToc", row.toc)?.toc ?? [];
  const files = readStoredAnswer("listOriginals", row.originals)?.originals ?? [];
  const titles = new Map<string, string | null>([
    ...sections.map((each) => [each.section_id, each.title] as const),
    ...files.map((each) => [each.original_id, each.file_name] as const),
  ]);
  return {
    document_title: summary?.title ?? null,
    language: summary?.language ?? null,
    issuer_name: summary?.issuer_name ?? null,
    issuer_name_en: summary?.issuer_name_en ?? null,
    parts: partsOf(action, titles),
  };
}

const nameless: LineName = {
  document_title: null,
  language: null,
  issuer_name: null,
  issuer_name_en: null,
  parts: [],
};

function partsOf(action: SinglePurchase, titles: ReadonlyMap<string, string | null>): string[] {
  if (action.kind === "sections") return action.sections.map((id) => titles.get(id) ?? id);
  return action.kind === "original" ? [titles.get(action.original_id) ?? action.original_id] : [];
}
