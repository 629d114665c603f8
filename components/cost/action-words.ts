import type { PurchaseAction, SinglePurchase } from "@/lib/spending/wire";
import { writePages } from "@/lib/text/format/page-ranges";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Values, Words } from "@/lib/text/i18n/words";

/**
 * The words of actions are messages named after their kinds, such as `bought_pages`, and filled in with the same values:
 * a new kind needs its messages, and no code here.
 */
export type CostWords = Words<WordKey<"cost">>;

type Said = "ask" | "bought" | "plan";

export function actionWords(said: Said, action: PurchaseAction, words: CostWords, more: Values = {}): string {
  return words(`${said}_${action.kind}`, { ...valuesOf(action), ...more });
}

/** As a line of a basket. */
export function lineWords(action: SinglePurchase, words: CostWords): string {
  return words(`line_${action.kind}`, valuesOf(action));
}

/** The words of a question, or whose news it asks for. */
export function questionOf(action: SinglePurchase): string | null {
  if (!("input" in action)) return null;
  if ("query" in action.input) return action.input.query ?? null;
  return action.input.security_codes?.join(", ") ?? null;
}

/** The number of parts that can be collected by themselves. */
export function countItems(action: PurchaseAction): number {
  if ("sections" in action) return action.sections.length;
  if ("pages" in action) return action.pages.length;
  return "lines" in action ? action.lines.length : 1;
}

/** Values that the messages of all kinds may name. */
export function valuesOf(action: PurchaseAction): Values {
  return {
    n: countItems(action),
    pages: "pages" in action ? writePages(action.pages) : "",
    name: "original_id" in action ? action.original_id : "",
    query: action.kind === "basket" ? "" : (questionOf(action) ?? ""),
  };
}
