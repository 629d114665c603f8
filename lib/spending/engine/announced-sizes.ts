import type { IntentRow } from "../../store/purchases.ts";
import { unannounced } from "../kinds/purchasable.ts";
import { purchasables } from "../kinds/purchasables.ts";
import type { AnnouncedSizes, PurchaseStore } from "../ports.ts";
import { snapshotOfRow } from "../pricing/document-facts.ts";

/** The size of what an intent buys as the service announced it, from the stored free data of its document. */
export async function announcedSizes(rows: PurchaseStore, row: IntentRow): Promise<AnnouncedSizes> {
  const stored =
    row.document_id === null ? undefined : await rows.artifacts.snapshot(row.owner_id, row.upstream, row.document_id);
  if (stored === undefined) return unannounced;
  const unit = { params: row.params, pageNumber: row.page_number, originalId: row.original_id };
  return purchasables[row.kind].announced(unit, snapshotOfRow(stored));
}
