import { z } from "zod";
import type { WireRequest } from "../../contract/client.ts";
import { purchaseKinds } from "../../text/purchase-kinds.ts";
import { pagesMax } from "../kinds/pages.ts";
import { fieldsOf } from "../kinds/purchasable.ts";
import { purchasables, rowOf } from "../kinds/purchasables.ts";
import type { Unit } from "../kinds/unit.ts";
import { PurchaseProblem } from "../problems.ts";
import type { PurchaseAction, SinglePurchase } from "../wire.ts";

const linesMax = 100;
/** A basket is part of its signed quote, which is sent back with the confirmation. */
export const linesBytesMax = 36_000;

const Basket = z.object({ kind: z.literal("basket"), lines: z.array(z.unknown()).min(1).max(linesMax) });
const Single = z.object({ kind: z.enum(purchaseKinds), epoch: z.literal("again").optional() });

/** Reads an action sent by a browser; what a service would refuse is refused here, before any quote. */
export function parseAction(raw: unknown): PurchaseAction {
  const basket = Basket.safeParse(raw);
  if (!basket.success) return parseSingle(raw);
  const lines = basket.data.lines.map(parseSingle);
  checkLines(lines);
  return { kind: "basket", lines };
}

/** Two lines of the same thing would be planned apart, and bought twice. */
function checkLines(lines: readonly SinglePurchase[]): void {
  const refuse = (detail: string) => new PurchaseProblem(422, "invalid_action", detail);
  if (lines.some((line) => line.epoch !== undefined)) throw refuse("A basket buys no second copies.");
  if (new Set(lines.map(lineKey)).size < lines.length) throw refuse("Two lines of the basket are of the same thing.");
  const pages = lines.reduce((sum, line) => sum + (line.kind === "pages" ? line.pages.length : 0), 0);
  if (pages > pagesMax) throw refuse(`A basket has at most ${pagesMax} pages.`);
  if (Buffer.byteLength(JSON.stringify(lines)) > linesBytesMax) throw refuse("The basket is too large.");
}

export function parseSingle(raw: unknown): SinglePurchase {
  const { kind, epoch } = fieldsOf(Single, raw);
  const action = purchasables[kind].parse(raw);
  return epoch === undefined ? action : { ...action, epoch };
}

/** All text of a document is one line, and so are its pages: each choice is priced and planned as a whole. */
export function lineKey(line: SinglePurchase): string {
  const [unit] = itemsOfLine(line);
  if (unit === undefined) throw new Error("a line of nothing");
  return keyOfUnit(unit);
}

/** The line of a basket that a request belongs to. */
export function keyOfUnit(unit: Pick<Unit, "kind" | "documentId" | "params">): string {
  return purchasables[unit.kind].line(unit);
}

/** Each section, each page. */
export function itemsOfLine(line: SinglePurchase): readonly Unit[] {
  return rowOf(line).items(line);
}

/** The request that is sent for a unit: always the same bytes for the same unit. */
export function wireRequestOf(unit: Pick<Unit, "kind" | "params">): WireRequest {
  return purchasables[unit.kind].request(JSON.parse(unit.params));
}
