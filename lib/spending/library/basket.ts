import { z } from "zod";
import type { BasketOwner } from "../../store/baskets.ts";
import { basketItemsMax } from "../../store/baskets.ts";
import { purchaseKinds } from "../../text/purchase-kinds.ts";
import { fieldsOf } from "../kinds/purchasable.ts";
import { purchasables, rowOf } from "../kinds/purchasables.ts";
import type { PurchaseStore } from "../ports.ts";
import { itemsOfLine, keyOfUnit, parseAction, parseSingle } from "../pricing/actions.ts";
import { PurchaseProblem } from "../problems.ts";
import type { BasketChange, SinglePurchase } from "../wire.ts";

/** A basket is stored as single things, and read as one line for each document. */

/** The lines of a basket, in the order in which something of each was first collected. */
export async function basketLines(rows: PurchaseStore, owner: BasketOwner): Promise<SinglePurchase[]> {
  const groups = Map.groupBy((await rows.baskets.items(owner)).map(itemOf), (item) => item.key);
  return [...groups.values()].map((items) => joined(items.map((item) => item.line)));
}

/** Adds and takes out in one transaction, so that a cheaper way replaces what it is cheaper than. Returns the count. */
export async function changeBasket(
  rows: PurchaseStore,
  owner: BasketOwner,
  change: BasketChange,
  nowMs: number,
): Promise<number> {
  const add = (change.add ?? []).map(parseSingle);
  const remove = (change.remove ?? []).map(parseSingle);
  if (add.some((line) => line.epoch !== undefined)) {
    throw new PurchaseProblem(422, "invalid_action", "A basket holds no second copies.");
  }
  return rows.atomically(async () => {
    if (change.clear === true) await rows.baskets.clear(owner);
    for (const item of remove.flatMap(itemsOfLine)) await rows.baskets.remove(owner, item);
    for (const line of add) {
      if (line.kind === "content") await takeOutSections(rows, owner, line.document_id);
      for (const { kind, params, documentId } of itemsOfLine(line)) {
        await rows.baskets.add(owner, { kind, params, document_id: documentId }, nowMs);
      }
    }
    const count = await rows.baskets.count(owner);
    if (add.length > 0) await refuseTooMuch(rows, owner, count);
    if (change.dismiss !== undefined) await rows.baskets.dismissRun(owner.ownerId, change.dismiss, nowMs);
    return count;
  }, owner.ownerId);
}

/** The lines of somebody's link, those of the same document joined; those that no basket can hold are counted. */
export function linkedLines(lines: readonly unknown[]): { lines: SinglePurchase[]; unreadable: number } {
  const read: SinglePurchase[] = [];
  for (const line of lines) {
    try {
      const { epoch: _, ...once } = parseSingle(line);
      read.push(once);
    } catch (error) {
      if (!(error instanceof PurchaseProblem)) throw error;
    }
  }
  const items = read.flatMap(itemsOfLine).map((unit) => itemOf({ ...unit, document_id: unit.documentId }));
  const groups = Map.groupBy(items, (item) => item.key);
  const joinedLines = [...groups.values()].map((group) => joined(group.map((item) => item.line)));
  return { lines: joinedLines, unreadable: lines.length - read.length };
}

async function refuseTooMuch(rows: PurchaseStore, owner: BasketOwner, count: number): Promise<void> {
  const detail = `A basket holds ${basketItemsMax} things, of them 100 sections of one document.`;
  if (count > basketItemsMax) throw new PurchaseProblem(409, "basket_full", detail);
  try {
    parseAction({ kind: "basket", lines: await basketLines(rows, owner) });
  } catch (error) {
    if (error instanceof PurchaseProblem) throw new PurchaseProblem(409, "basket_full", detail);
    throw error;
  }
}

/** The whole text has every section. */
async function takeOutSections(rows: PurchaseStore, owner: BasketOwner, documentId: string): Promise<void> {
  for (const row of await rows.baskets.items(owner)) {
    if (row.kind === "sections" && row.document_id === documentId) await rows.baskets.remove(owner, row);
  }
}

interface Item {
  readonly key: string;
  readonly line: SinglePurchase;
}

function itemOf(row: { readonly kind: string; readonly params: string; readonly document_id: string | null }): Item {
  const line = lineOf(row);
  const [unit] = itemsOfLine(line);
  return { key: unit === undefined ? "" : keyOfUnit(unit), line };
}

const Stored = z.object({ kind: z.enum(purchaseKinds), params: z.record(z.string(), z.unknown()) });

function lineOf(row: { readonly kind: string; readonly params: string }): SinglePurchase {
  const { kind, params } = fieldsOf(Stored, { kind: row.kind, params: JSON.parse(row.params) });
  return purchasables[kind].ofItem(params);
}

/** Lines of the same thing as one; the whole text stands for any of its sections. */
function joined(lines: readonly SinglePurchase[]): SinglePurchase {
  const whole = lines.find((line) => line.kind === "content");
  const [first, ...others] = lines;
  if (first === undefined) throw new Error("a line of nothing");
  if (whole !== undefined) return whole;
  return rowOf(first).join(first, others);
}
