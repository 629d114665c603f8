import type { BasketLine, Price } from "@/lib/spending/wire";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

export type BasketWords = Words<WordKey<"basket">>;

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

export function sumOf(lines: readonly BasketLine[]): Price {
  return {
    min: lines.reduce((sum, line) => sum + (line.price?.min ?? 0), 0),
    max: lines.reduce((sum, line) => sum + (line.price?.max ?? 0), 0),
  };
}
