import { rowOf } from "../kinds/purchasables.ts";
import type { LineName, SinglePurchase } from "../wire.ts";
import type { DocumentSnapshot } from "./document-facts.ts";

/** As far as the free data about its document tells. */
export function lineName(action: SinglePurchase, snapshot: DocumentSnapshot | null): LineName {
  const summary = snapshot?.summary ?? null;
  return {
    document_title: summary?.title ?? null,
    language: summary?.language ?? null,
    issuer_name: summary?.issuer_name ?? null,
    issuer_name_en: summary?.issuer_name_en ?? null,
    parts: rowOf(action).parts(action, snapshot),
  };
}
