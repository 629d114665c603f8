import type { SinglePurchase } from "../../lib/spending/wire.ts";
import type { DayDocument } from "./market.ts";

/** A charge as the service's ledger has it, with what the app had asked for under its idempotency key. */
export interface Charge {
  readonly credits: number;
  readonly idempotencyKey: string;
  readonly kind: string;
  readonly params: string;
  readonly documentId: string | null;
  readonly pageNumber: number | null;
  readonly originalId: string | null;
  /** Above 0 for an explicit second copy. */
  readonly epoch: number;
}

/**
 * What one owner must have, by what was charged and by nothing that the app says of itself: whatever the service has
 * charged is owned, opens for 0, and is never charged again.
 */
export class Holdings {
  charged = 0;
  readonly #documents: ReadonlyMap<string, DayDocument>;
  readonly #things = new Set<string>();

  constructor(documents: readonly DayDocument[]) {
    this.#documents = new Map(documents.map((each) => [each.id, each]));
  }

  /** Takes a charge over; tells what had been owned before it. */
  add(charge: Charge): string[] {
    this.charged += charge.credits;
    const things = thingsOf(charge);
    const twice = charge.epoch > 0 ? [] : things.filter((thing) => this.#hasThing(thing));
    for (const thing of things) this.#things.add(thing);
    return twice;
  }

  /** False where it isn't known: what is bought at this moment may be owned already. */
  owns(action: SinglePurchase): boolean {
    switch (action.kind) {
      case "content":
        return this.hasText(action.document_id);
      case "sections":
        return action.sections.every((id) => this.hasText(action.document_id, id));
      case "pages":
        return action.pages.every((page) => this.hasPage(action.document_id, page));
      case "original":
        return this.hasOriginal(action.document_id, action.original_id);
      default:
        return false;
    }
  }

  hasText(documentId: string, sectionId?: string): boolean {
    return this.#hasThing(sectionId === undefined ? `text ${documentId}` : `text ${documentId} ${sectionId}`);
  }

  hasPage(documentId: string, page: number): boolean {
    return this.#things.has(`page ${documentId} ${page}`);
  }

  hasOriginal(documentId: string, originalId: string): boolean {
    return this.#things.has(`original ${documentId} ${originalId}`);
  }

  /** Sections of which nothing more has to be bought. */
  ownedSections(document: DayDocument): readonly string[] {
    return document.sections.map(({ id }) => id).filter((id) => this.hasText(document.id, id));
  }

  /** A section is owned by itself, with one above it, or with the document. */
  #hasThing(thing: string): boolean {
    if (this.#things.has(thing)) return true;
    const [kind, documentId = "", sectionId] = thing.split(" ");
    if (kind !== "text" || sectionId === undefined) return false;
    if (this.#things.has(`text ${documentId}`)) return true;
    const parent = this.#documents.get(documentId)?.sections.find(({ id }) => id === sectionId)?.parent ?? null;
    return parent !== null && this.#hasThing(`text ${documentId} ${parent}`);
  }
}

function thingsOf(charge: Charge): string[] {
  const { kind, documentId, pageNumber, originalId, params } = charge;
  switch (kind) {
    case "content":
      return [`text ${documentId}`];
    case "sections": {
      const { sections } = JSON.parse(params) as { sections: readonly string[] };
      return sections.map((id) => `text ${documentId} ${id}`);
    }
    case "pages":
      return [`page ${documentId} ${pageNumber}`];
    case "original":
      return [`original ${documentId} ${originalId}`];
    default:
      return [`${kind} ${params}`];
  }
}
