import type { ArtifactRow } from "../../store/artifacts.ts";
import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseKind } from "../../text/purchase-kinds.ts";
import { sectionsOf } from "../kinds/unit.ts";
import type { PurchaseStore } from "../ports.ts";
import { awaitingCheck } from "./first-reading.ts";
import { loadOwnedSections } from "./owned-sections.ts";

/** With the requests that have no outcome yet. */
export interface Holdings {
  readonly whole: boolean;
  readonly sections: ReadonlySet<string>;
  readonly pages: ReadonlySet<number>;
  readonly originals: ReadonlySet<string>;
  readonly undecided: readonly Undecided[];
}

/** Neither owned nor bought again automatically. */
export interface Undecided {
  readonly intentId: string;
  /** `open`: the request is running or its answer is being read, and another purchase of it joins it. */
  readonly why: "open" | "unknown" | "unreadable";
  readonly kind: PurchaseKind;
  readonly sections: readonly string[];
  readonly pageNumber: number | null;
  readonly originalId: string | null;
}

/** Of what is no part of a document. */
export const noHoldings: Holdings = {
  whole: false,
  sections: new Set(),
  pages: new Set(),
  originals: new Set(),
  undecided: [],
};

export async function holdingsOf(
  rows: PurchaseStore,
  ownerId: string,
  upstream: string,
  documentId: string,
): Promise<Holdings> {
  const artifacts = await rows.artifacts.artifactsOfDocument(ownerId, upstream, documentId);
  const readable = artifacts.filter((each) => each.unreadable === null);
  const open = await rows.purchases.openIntents(ownerId, upstream, documentId);
  return {
    whole: readable.some((each) => each.kind === "content"),
    sections: (await loadOwnedSections(rows, ownerId, upstream, documentId)).ids,
    pages: new Set(readable.flatMap((each) => (each.kind === "pages" ? (each.page_number ?? []) : []))),
    originals: new Set(readable.flatMap((each) => (each.kind === "original" ? (each.original_id ?? []) : []))),
    undecided: [
      ...open.map((row) => undecidedBy(row, row.state === "unknown" ? "unknown" : "open")),
      ...artifacts.flatMap((each) =>
        each.unreadable === null ? [] : [undecidedBy(each, each.unreadable === awaitingCheck ? "open" : "unreadable")],
      ),
    ],
  };
}

function undecidedBy(row: IntentRow | ArtifactRow, why: Undecided["why"]): Undecided {
  return {
    intentId: row.intent_id,
    why,
    kind: row.kind,
    sections: sectionsOf(row),
    pageNumber: row.page_number,
    originalId: row.original_id,
  };
}
