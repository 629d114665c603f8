import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";

/** The API key that an intent was confirmed with. Undefined where it is no longer stored or can't be unsealed. */
export async function keyOf(deps: SpendingDeps, rows: PurchaseStore, row: IntentRow): Promise<string | undefined> {
  const kept = await rows.purchases.paidKey(row.key_id);
  if (kept === undefined) return undefined;
  try {
    return deps.unsealKey(kept.sealed_key, kept.owner_id);
  } catch {
    return undefined;
  }
}
