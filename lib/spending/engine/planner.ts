import type { IntentRow } from "../../store/purchases.ts";
import { fixedPrice, type Known } from "../kinds/purchasable.ts";
import { rowOf } from "../kinds/purchasables.ts";
import type { Unit } from "../kinds/unit.ts";
import type { PurchaseStore, Spender } from "../ports.ts";
import { itemsOfLine } from "../pricing/actions.ts";
import { type DocumentSnapshot, factsOf } from "../pricing/document-facts.ts";
import { holdingsOf, noHoldings } from "../pricing/holdings.ts";
import { type LastRequest, type LeftToBuy, leftTogether, nothingLeft, priceOf } from "../pricing/left-to-buy.ts";
import { lineName } from "../pricing/line-name.ts";
import { linesOf } from "../pricing/plan.ts";
import { problemOfError } from "../problems.ts";
import type { Alternative, BasketLine, Price, PurchaseAction, SinglePurchase } from "../wire.ts";
import type { DocumentAction, DocumentSnapshots } from "./document-snapshots.ts";
import { eachInParallel } from "./waiting.ts";

/** Free requests for the prices of a basket's lines that run at once. */
export const parallelReads = 4;
/** Shown prices may be this old; the quote and the confirmation ask again. */
const shownAgeMs = 10 * 60_000;

export interface PricedLine {
  readonly action: SinglePurchase;
  readonly left: LeftToBuy;
  readonly snapshot: DocumentSnapshot | null;
}

/** One line, or those of a basket, with what is left to buy of all of them together. */
export interface PricedPurchase {
  readonly lines: readonly PricedLine[];
  readonly left: LeftToBuy;
}

/** Plans what an owner would have to buy, from the store and the free data it holds. */
export class Planner {
  readonly #rows: PurchaseStore;
  readonly #snapshots: DocumentSnapshots;

  constructor(rows: PurchaseStore, snapshots: DocumentSnapshots) {
    this.#rows = rows;
    this.#snapshots = snapshots;
  }

  /** Asks for the free data that the price follows from; false where something of it can't be delivered. */
  async askFacts(spender: Spender, action: PurchaseAction, maxAgeMs: number): Promise<boolean> {
    const told = await eachInParallel(linesOf(action), parallelReads, async (line) =>
      isDocumentAction(line) && !(await this.ownedAlready(spender, line))
        ? (await this.#snapshots.forAction(spender, line, maxAgeMs)).deliverable
        : true,
    );
    return told.every(Boolean);
  }

  /** From the store alone. */
  async terms(spender: Spender, action: PurchaseAction): Promise<PricedPurchase> {
    const lines = await Promise.all(linesOf(action).map((line) => this.line(spender, line)));
    return { lines, left: leftTogether(lines.map((each) => each.left)) };
  }

  async line(spender: Spender, action: SinglePurchase): Promise<PricedLine> {
    const snapshot = await this.snapshotOf(spender, action);
    return { action, left: rowOf(action).leftToBuy(action, await this.#known(spender, action, snapshot)), snapshot };
  }

  async #known(spender: Spender, action: SinglePurchase, snapshot: DocumentSnapshot | null): Promise<Known> {
    const holdings = isDocumentAction(action)
      ? await holdingsOf(this.#rows, spender.ownerId, spender.upstream, action.document_id)
      : noHoldings;
    const latest = rowOf(action).ownedBy === "request" ? await this.#lastRequest(spender, action) : undefined;
    return { holdings, facts: factsOf(snapshot), latest };
  }

  async #lastRequest(spender: Spender, action: SinglePurchase): Promise<LastRequest | undefined> {
    const [unit] = itemsOfLine(action);
    const row = unit && (await this.latest(spender, unit));
    if (row === undefined) return undefined;
    const artifact = await this.#rows.artifacts.artifactOfIntent(row.intent_id);
    return { intentId: row.intent_id, state: row.state, unreadable: artifact?.unreadable ?? null };
  }

  /** Nothing of an undeliverable thing can be bought. */
  async nothing(spender: Spender, action: PurchaseAction): Promise<PricedPurchase> {
    const lines = await Promise.all(
      linesOf(action).map(async (each) => ({
        action: each,
        left: nothingLeft,
        snapshot: await this.snapshotOf(spender, each),
      })),
    );
    return { lines, left: nothingLeft };
  }

  /** Answered from the store alone, so that owned things can be opened while the service does not answer. */
  async ownedAlready(spender: Spender, action: PurchaseAction): Promise<boolean> {
    try {
      return (await this.terms(spender, action)).left.owned;
    } catch {
      return false;
    }
  }

  async snapshotOf(spender: Spender, action: SinglePurchase): Promise<DocumentSnapshot | null> {
    return isDocumentAction(action)
      ? await this.#snapshots.find(spender.ownerId, spender.upstream, action.document_id)
      : null;
  }

  /** One line of a basket as its page shows it. Where the service can't be asked, what it last said is used. */
  async priceLine(spender: Spender, action: SinglePurchase): Promise<BasketLine> {
    const unpriced = { action, price: null, requests: 0, owned: false, owned_items: 0, blocker: null, cheaper: null };
    try {
      const deliverable = await this.askFacts(spender, action, shownAgeMs).catch(async (error: unknown) => {
        if (problemOfError(error).status === 404 || !(await this.#isKnown(spender, action))) throw error;
        return true;
      });
      const name = lineName(action, await this.snapshotOf(spender, action));
      if (!deliverable) return { ...unpriced, name, blocker: "not_deliverable", problem: null };
      const { left, snapshot } = await this.line(spender, action);
      const price = priceOf(left.units);
      return {
        action,
        name,
        price,
        requests: left.units.length,
        owned: left.owned,
        owned_items: rowOf(action).countOwned(action, await this.#known(spender, action, snapshot)),
        blocker: left.blocked,
        problem: null,
        cheaper: await this.#cheaperWay(spender, action, price, snapshot),
      };
    } catch (error) {
      return {
        ...unpriced,
        name: lineName(action, await this.snapshotOf(spender, action)),
        problem: problemOfError(error),
      };
    }
  }

  async #isKnown(spender: Spender, action: SinglePurchase): Promise<boolean> {
    const snapshot = await this.snapshotOf(spender, action);
    if (snapshot === null) return false;
    const { facts } = rowOf(action);
    return facts === null || snapshot[facts] !== null;
  }

  /** The whole text for what some sections cost, or the PDF for less than many pages; null where there is none. */
  async #cheaperWay(
    spender: Spender,
    action: SinglePurchase,
    price: Price,
    snapshot: DocumentSnapshot | null,
  ): Promise<Alternative | null> {
    if (price.max === 0) return null;
    if (action.kind === "sections") {
      const whole: SinglePurchase = { kind: "content", document_id: action.document_id };
      const wholePrice = priceOf((await this.line(spender, whole)).left.units);
      return wholePrice.max > 0 && wholePrice.max <= price.max ? { action: whole, price: wholePrice } : null;
    }
    if (action.kind !== "pages") return null;
    const pdfPrice = fixedPrice("getOriginal");
    if (pdfPrice.max >= price.max) return null;
    const original: SinglePurchase = { kind: "original", document_id: action.document_id, original_id: "pdf" };
    if (snapshot?.originals == null) await this.askFacts(spender, original, shownAgeMs).catch(() => undefined);
    const files = (await this.snapshotOf(spender, original))?.originals?.originals ?? [];
    const pdf = files.find((each) => each.media_type === "application/pdf");
    return pdf === undefined ? null : { action: { ...original, original_id: pdf.original_id }, price: pdfPrice };
  }

  latest(spender: Spender, unit: Unit): Promise<IntentRow | undefined> {
    return this.#rows.purchases.latest(spender.ownerId, spender.upstream, unit.kind, unit.params);
  }
}

/** Of a document, it is among what the service delivers. */
export function isListed({ action, snapshot }: PricedLine): boolean {
  return snapshot === null || rowOf(action).isDeliverable(action, snapshot);
}

function isDocumentAction(action: SinglePurchase): action is DocumentAction {
  return "document_id" in action;
}
