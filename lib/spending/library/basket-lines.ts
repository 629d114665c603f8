import type { IntentRow } from "../../store/purchases.ts";
import { keyOfUnit, lineKey } from "../pricing/actions.ts";
import type { DocumentSnapshot } from "../pricing/document-facts.ts";
import { lineName } from "../pricing/line-name.ts";
import type { BasketPurchase, IntentView, LineOutcome, LineState, SinglePurchase } from "../wire.ts";

/** How far each line of a confirmed basket is, from the intents that it led to. */
export function lineOutcomes(
  { lines }: BasketPurchase,
  intents: readonly IntentRow[],
  views: readonly IntentView[],
  snapshotOf: (line: SinglePurchase) => DocumentSnapshot | null,
): LineOutcome[] {
  const viewOf = new Map(views.map((each) => [each.intent_id, each]));
  const byLine = Map.groupBy(intents, (row) =>
    keyOfUnit({ kind: row.kind, params: row.params, documentId: row.document_id }),
  );
  return lines.map((action) => {
    const mine = (byLine.get(lineKey(action)) ?? []).flatMap((row) => viewOf.get(row.intent_id) ?? []);
    return {
      action,
      name: lineName(action, snapshotOf(action)),
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
