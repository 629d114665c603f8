import type { ServiceAnswer } from "@/lib/evidence/receipts/ask-service";
import type { CheckedQuote } from "@/lib/evidence/receipts/check-quote";
import type { MemoQuote } from "./read-memo";

export interface QuoteRow {
  readonly memo: MemoQuote;
  /** From owned text; absent where no document was named. */
  readonly checked: CheckedQuote | undefined;
}

export type Asked = ServiceAnswer | { readonly kind: "asking" } | { readonly kind: "failed"; readonly detail: string };

const quoteMax = 4_000;

export function maybeElsewhere({ memo, checked }: QuoteRow): boolean {
  if (checked === undefined || [...memo.quote].length > quoteMax) return false;
  if (checked.verdict === "not_owned") return true;
  return checked.partly_owned && (checked.verdict === "not_found" || checked.verdict === "too_short");
}

/** An ellipsis may leave out words that turn the meaning of those that were found. */
export function leavesOut(row: QuoteRow, asked: Asked | undefined): boolean {
  if (!isFound(row, asked)) return false;
  if (asked?.kind === "told") return asked.left_out?.length !== 0;
  return (row.checked?.left_out.length ?? 0) > 0;
}

export function isFound({ checked }: QuoteRow, asked: Asked | undefined): boolean {
  return checked?.verdict === "found" || checked?.verdict === "ambiguous" || (asked?.kind === "told" && asked.found);
}
