import { z } from "zod";
import { toWireRequest } from "../../contract/client.ts";
import { DocumentId } from "../../contract/ids.ts";
import { outcome, withhold } from "../pricing/left-to-buy.ts";
import { fieldsOf, fixedPrice, mebi, type Purchasable } from "./purchasable.ts";
import { nothingRead, unreadableFor } from "./reading.ts";
import { type Unit, unitOf } from "./unit.ts";

/** Images of pages, each of which is a request of its own. */
export const pagesMax = 500;
const PageNumber = z.int().min(1).max(100_000);
const Fields = z.object({ document_id: DocumentId, pages: z.array(PageNumber).min(1).max(pagesMax) });
const Params = z.object({ document_id: DocumentId, page_number: PageNumber });

export const pages: Purchasable<"pages"> = {
  endpoint: "getPageImage",
  accept: "image/jpeg",
  facts: "pages",
  ownedBy: "parts",
  hasSections: false,
  parse(raw) {
    const fields = fieldsOf(Fields, raw);
    return { kind: "pages", ...fields, pages: inOrder(fields.pages) };
  },
  items: ({ document_id, pages }) => pages.map((page) => pageUnit(document_id, page)),
  ofItem(params) {
    const { document_id, page_number } = fieldsOf(Params, params);
    return { kind: "pages", document_id, pages: [page_number] };
  },
  join: (first, others) => ({ ...first, pages: inOrder([first, ...others].flatMap((line) => line.pages)) }),
  line: ({ documentId }) => `pages ${documentId}`,
  identity: ({ document_id, pages }) => [document_id, pages],
  request: (params) => toWireRequest("getPageImage", Params.parse(params)),
  announced: ({ pageNumber }, snapshot) => ({
    characters: null,
    byteSize: snapshot.pages?.pages.find((each) => each.page_number === pageNumber)?.byte_size ?? null,
  }),
  /** An A3 spread at 300 dpi and the best quality stays below 20 MiB. */
  bytesMax: () => 32 * mebi,
  isDeliverable(action, snapshot) {
    const listed = new Set(snapshot.pages?.pages.map((each) => each.page_number));
    return action.pages.every((page) => listed.has(page));
  },
  leftToBuy({ document_id, pages, epoch }, { holdings }) {
    const again = epoch === "again";
    const undecided = holdings.undecided.filter((each) => each.kind === "pages");
    const wanted = pages.filter((page) => again || !holdings.pages.has(page));
    const byPage = new Map(undecided.map((each) => [each.pageNumber, each]));
    const blocking = wanted.flatMap((page) => withhold(byPage.get(page), again));
    const free = wanted.filter((page) => withhold(byPage.get(page), again).length === 0);
    const units = free.map((page) => ({ unit: pageUnit(document_id, page), price: fixedPrice("getPageImage") }));
    return outcome(units, blocking, wanted.length === 0);
  },
  countOwned: ({ pages }, { holdings }) => pages.filter((page) => holdings.pages.has(page)).length,
  read(_, bytes) {
    const fault = jpegFault(bytes);
    return fault === null ? nothingRead : unreadableFor(fault);
  },
  subject: () => null,
  parts: () => [],
};

function inOrder(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function pageUnit(documentId: string, pageNumber: number): Unit {
  return unitOf("pages", { document_id: documentId, page_number: pageNumber }, { documentId, pageNumber });
}

function jpegFault(bytes: Uint8Array): string | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return "the image is not a JPEG";
  for (let at = bytes.length - 2; at >= Math.max(2, bytes.length - 1024); at--) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return null;
  }
  return "the image breaks off";
}
