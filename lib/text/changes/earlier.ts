/** Decides which document is the one before another. */
export interface Dated {
  readonly document_id: string;
  readonly document_type: string | null;
  readonly amends_document_id: string | null;
  readonly timeline_at: string | null;
  readonly period_end: string | null;
  readonly fiscal_period: string | null;
}

/** Types that are filed anew for each period; of others the one before is about something else. */
const periodic = new Set([
  "annual_securities_report",
  "semiannual_report",
  "quarterly_report",
  "internal_control_report",
  "earnings_summary",
  "integrated_report",
  "fact_book",
]);

export function isCompared({ document_type: type, amends_document_id: original }: Compared): boolean {
  return original !== null || periodic.has(type ?? "");
}

type Compared = Pick<Dated, "document_type" | "amends_document_id">;

/** The types among which the document before one is found: since 2024 the half's report follows the second quarter's. */
export function earlierTypes(type: string): readonly string[] {
  return type === "semiannual_report" ? [type, "quarterly_report"] : [type];
}

/** Filed earlier, about an earlier period of the same kind, and no correction. */
export function isEarlierOf(earlier: Dated, later: Dated): boolean {
  if (earlier.document_id === later.document_id) return false;
  if (earlier.document_type !== later.document_type && !isReplacedBy(earlier, later)) return false;
  if (!periodic.has(later.document_type ?? "") || earlier.amends_document_id !== null) return false;
  if (later.timeline_at === null || (earlier.timeline_at ?? "") >= later.timeline_at) return false;
  const [kind, other] = [kindOf(later), kindOf(earlier)];
  const isSameType = earlier.document_type === later.document_type;
  if (isSameType && kind !== undefined && other !== undefined && kind !== other) return false;
  if (isSameType && (kind === undefined || other === undefined) && !endInOneMonth(earlier, later)) return false;
  // The same period filed again, without being told as a correction, is no other year.
  return later.period_end === null || earlier.period_end === null || earlier.period_end < later.period_end;
}

/** A quarter's summary follows none of another quarter, also where a service tells no kind of period. */
function endInOneMonth({ period_end: end }: Dated, { period_end: other }: Dated): boolean {
  return end === null || other === null || end.slice(5, 7) === other.slice(5, 7);
}

function isReplacedBy(earlier: Dated, later: Dated): boolean {
  const isHalf = later.document_type === "semiannual_report" && kindOf(later) === "H1";
  return isHalf && earlier.document_type === "quarterly_report" && kindOf(earlier) === "H1";
}

function kindOf({ fiscal_period: period }: Dated): string | undefined {
  // The second quarter's summary has been that of the half since 2024.
  const kind = period?.slice(yearCharacters);
  return kind === "Q2" ? "H1" : kind;
}

const yearCharacters = 4;
