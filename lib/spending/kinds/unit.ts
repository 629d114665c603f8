import { z } from "zod";
import { SectionId } from "../../contract/ids.ts";
import type { PurchaseKind } from "../../text/purchase-kinds.ts";

/** One request to the service that is part of an action; an intent is made from it. */
export interface Unit {
  readonly kind: PurchaseKind;
  /** JSON with a fixed order of keys. */
  readonly params: string;
  readonly documentId: string | null;
  readonly pageNumber: number | null;
  readonly originalId: string | null;
}

/** Requests that mean the same give the same `params`: intents and idempotency keys derive from them. */
export function unitOf(kind: PurchaseKind, params: object, place: Partial<Unit> = {}): Unit {
  return { documentId: null, pageNumber: null, originalId: null, ...place, kind, params: JSON.stringify(params) };
}

const Sections = z.object({ sections: z.array(SectionId).optional() });

export function sectionsOf(unit: Pick<Unit, "kind" | "params">): readonly string[] {
  return unit.kind === "sections" ? (Sections.parse(JSON.parse(unit.params)).sections ?? []) : [];
}
