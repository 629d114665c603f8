import { z } from "zod";
import type { WireRequest } from "../../contract/client.ts";
import { type EndpointName, endpoints } from "../../contract/endpoints.ts";
import type { Purchase, PurchaseKind } from "../../text/purchase-kinds.ts";
import type { AnnouncedSizes } from "../ports.ts";
import type { DocumentFacts, DocumentSnapshot } from "../pricing/document-facts.ts";
import type { Holdings } from "../pricing/holdings.ts";
import type { LastRequest, LeftToBuy } from "../pricing/left-to-buy.ts";
import { PurchaseProblem } from "../problems.ts";
import type { Price } from "../wire.ts";
import type { Reading } from "./reading.ts";
import type { Unit } from "./unit.ts";

/** Everything that differs from one kind of purchase to another. All of it is pure. */
export interface Purchasable<K extends PurchaseKind> {
  readonly endpoint: EndpointName;
  /** Media types that are accepted as an answer. */
  readonly accept: string;
  /** The free data of its document that its price follows from; null for a question of the whole market. */
  readonly facts: "toc" | "pages" | "originals" | null;
  /** Owned with the other parts of its document, or as the answer to its newest request. */
  readonly ownedBy: "parts" | "request";
  /** The table of contents is stored beside it, so that its sections are found in it later. */
  readonly hasSections: boolean;
  /** Reads what was sent by a browser or a program; what the service would refuse is refused here. */
  parse(raw: unknown): Purchase<K>;
  /** Each section, each page: what can be collected and bought by itself. */
  items(action: Purchase<K>): readonly Unit[];
  /** The action that buys a collected item. */
  ofItem(params: object): Purchase<K>;
  /** Collected items of the same line as one action. */
  join(first: Purchase<K>, others: readonly Purchase<K>[]): Purchase<K>;
  /** The line of a basket that a request belongs to: what is priced and planned together. */
  line(unit: Pick<Unit, "kind" | "documentId" | "params">): string;
  /** Names the same things by the same values, whatever the order in which they were named. */
  identity(action: Purchase<K>): readonly unknown[];
  /** The request that is sent for a unit: always the same bytes for the same unit. */
  request(params: unknown): WireRequest;
  announced(unit: Pick<Unit, "params" | "pageNumber" | "originalId">, snapshot: DocumentSnapshot): AnnouncedSizes;
  /** The most bytes of an answer that are stored. */
  bytesMax(announced: AnnouncedSizes): number;
  isDeliverable(action: Purchase<K>, snapshot: DocumentSnapshot): boolean;
  /** Everything that is left to buy, with its price. */
  leftToBuy(action: Purchase<K>, known: Known): LeftToBuy;
  /** Of its items. */
  countOwned(action: Purchase<K>, known: Known): number;
  /** `file`: of any length, and not read here. */
  readonly read: "file" | ((unit: Pick<Unit, "kind" | "params" | "documentId">, bytes: Uint8Array) => Reading);
  /** Its row in the library and the ledger: section titles, a file's name, the question; null for a whole or a page. */
  subject(unit: Unit, snapshot: DocumentSnapshot | null): string | null;
  /** Names of its parts, in the order of the action. */
  parts(action: Purchase<K>, snapshot: DocumentSnapshot | null): readonly string[];
}

/** The store's facts when a purchase is priced. */
export interface Known {
  readonly holdings: Holdings;
  readonly facts: DocumentFacts;
  /** The newest request for the same thing, where it is owned by request. */
  readonly latest: LastRequest | undefined;
}

/** The fields of an action; others are left out. */
export function fieldsOf<T>(shape: z.ZodType<T>, raw: unknown): T {
  const parsed = shape.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new PurchaseProblem(422, "invalid_action", z.prettifyError(parsed.error));
}

/** Of an endpoint whose price does not depend on its answer. */
export function fixedPrice(name: EndpointName): Price {
  const { cost } = endpoints[name];
  if (cost.kind !== "fixed") throw new Error(`${name} has no fixed price`);
  return { min: cost.credits, max: cost.credits };
}

export const unannounced: AnnouncedSizes = { characters: null, byteSize: null };
export const mebi = 1024 * 1024;
