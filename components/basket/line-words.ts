import type { BasketLine, SinglePurchase } from "@/lib/spending/wire";
import { writePages } from "@/lib/text/format/page-ranges";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

export type BasketWords = Words<WordKey<"basket">>;

export function whatOf(action: SinglePurchase, t: BasketWords): string {
  switch (action.kind) {
    case "content":
      return t("wholeText");
    case "sections":
      return t("sections", { n: action.sections.length });
    case "pages":
      return t("pages", { n: action.pages.length, pages: writePages(action.pages) });
    default:
      return t(action.kind);
  }
}

/** The words of a question, or whose news it asks for. */
export function questionOf(action: SinglePurchase): string | null {
  if (!("input" in action)) return null;
  if ("query" in action.input) return action.input.query ?? null;
  return action.input.security_codes?.join(", ") ?? null;
}

export function whyNot({ blocker, problem }: BasketLine, t: BasketWords): string | null {
  if (blocker === "not_deliverable") return t("notDeliverable");
  if (blocker === "outcome_unknown") return t("outcomeUnknown");
  if (blocker === "unreadable") return t("unreadable");
  if (problem === null) return null;
  return problem.status === 404 || problem.code === "invalid_section" ? t("notFound") : t("noPrice");
}

/** Part of what one confirmation buys. */
export function isForSale(line: BasketLine): boolean {
  return line.price !== null && !line.owned && line.blocker === null && line.problem === null;
}
