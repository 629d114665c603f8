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
    parts: partsOf(action, snapshot),
  };
}

function partsOf(action: SinglePurchase, snapshot: DocumentSnapshot | null): string[] {
  if (action.kind === "sections") {
    const titles = new Map(snapshot?.toc?.toc.map((each) => [String(each.section_id), each.title]));
    return action.sections.map((id) => titles.get(id) ?? id);
  }
  if (action.kind !== "original") return [];
  const file = snapshot?.originals?.originals.find((each) => each.original_id === action.original_id);
  return [file?.file_name ?? action.original_id];
}
