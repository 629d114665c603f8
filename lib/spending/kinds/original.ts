import { z } from "zod";
import { toWireRequest } from "../../contract/client.ts";
import { DocumentId, OriginalId } from "../../contract/ids.ts";
import type { DocumentSnapshot } from "../pricing/document-facts.ts";
import { outcome, withhold } from "../pricing/left-to-buy.ts";
import { fieldsOf, fixedPrice, mebi, type Purchasable } from "./purchasable.ts";
import { type Unit, unitOf } from "./unit.ts";

/** A file as it was filed. */

/** Of unknown size: the largest archives of filings have some tens of MiB. */
const bytesUnknown = 256 * mebi;
/** For a listed size the limit is twice that size, up to this maximum. */
const bytesMost = 1024 * mebi;
const bytesBase = 16 * mebi;

const Fields = z.object({ document_id: DocumentId, original_id: OriginalId });

export const original: Purchasable<"original"> = {
  endpoint: "getOriginal",
  accept: "*/*",
  facts: "originals",
  ownedBy: "parts",
  hasSections: false,
  parse: (raw) => ({ kind: "original", ...fieldsOf(Fields, raw) }),
  items: ({ document_id, original_id }) => [originalUnit(document_id, original_id)],
  ofItem: (params) => original.parse(params),
  join: (first) => first,
  line: ({ kind, params }) => `${kind} ${params}`,
  identity: ({ document_id, original_id }) => [document_id, original_id],
  request: (params) => toWireRequest("getOriginal", Fields.parse(params)),
  announced: ({ originalId }, snapshot) => ({
    characters: null,
    byteSize: listed(snapshot, originalId)?.byte_size ?? null,
  }),
  bytesMax: ({ byteSize }) => (byteSize === null ? bytesUnknown : Math.min(bytesMost, bytesBase + byteSize * 2)),
  isDeliverable: ({ original_id }, snapshot) => listed(snapshot, original_id) !== undefined,
  leftToBuy({ document_id, original_id, epoch }, { holdings }) {
    const again = epoch === "again";
    const owned = !again && holdings.originals.has(original_id);
    const undecided = holdings.undecided.find((each) => each.kind === "original" && each.originalId === original_id);
    const blocking = owned ? [] : withhold(undecided, again);
    const wanted = { unit: originalUnit(document_id, original_id), price: fixedPrice("getOriginal") };
    return outcome(owned || blocking.length > 0 ? [] : [wanted], blocking, owned);
  },
  countOwned: ({ original_id }, { holdings }) => (holdings.originals.has(original_id) ? 1 : 0),
  read: "file",
  subject: ({ originalId }, snapshot) => listed(snapshot, originalId)?.file_name ?? originalId,
  parts: ({ original_id }, snapshot) => [listed(snapshot, original_id)?.file_name ?? original_id],
};

function originalUnit(documentId: string, originalId: string): Unit {
  return unitOf("original", { document_id: documentId, original_id: originalId }, { documentId, originalId });
}

function listed(snapshot: DocumentSnapshot | null, originalId: string | null) {
  return snapshot?.originals?.originals.find((each) => each.original_id === originalId);
}
