/** Places an issuer's summaries and reports in their years, and tells which of them are missing. */
import { shiftDay } from "../format/clock.ts";
import type { Dated } from "./earlier.ts";

export const chainTypes = [
  "earnings_summary",
  "semiannual_report",
  "quarterly_report",
  "annual_securities_report",
] as const;

type Chained = Dated & { readonly content_status: string; readonly period_start: string | null };
type Kind = "summary" | "report";
const quarters = [1, 2, 3, 4] as const;
export type Quarter = (typeof quarters)[number];

/** `before`: of a time of which nothing is here yet, so that nobody can say that it is missing. */
export interface ChainStep<T> {
  readonly quarter: Quarter;
  readonly kind: Kind;
  readonly type: (typeof chainTypes)[number];
  readonly document: T | undefined;
  readonly state: "here" | "expected" | "missing" | "before";
}

export interface ChainYear<T> {
  /** As `2025FY`. */
  readonly fiscalYear: string;
  readonly steps: readonly ChainStep<T>[];
}

interface Placed<T> {
  readonly document: T;
  readonly quarter: Quarter;
  readonly kind: Kind;
  /** Months since the year 0, of the end of the fiscal year. */
  readonly yearEnd: number;
}

/** The newest year first, its steps in the order of filing. */
export function yearChains<T extends Chained>(documents: readonly T[], today: string): readonly ChainYear<T>[] {
  const placed = documents.flatMap((each) => place(each));
  const ends = [...new Set(placed.map(({ yearEnd }) => yearEnd))].sort((a, b) => b - a);
  const oldest = Math.min(...placed.map(endOf));
  const fullYears = new Set(placed.filter(({ quarter }) => quarter === 4).map(({ yearEnd }) => yearEnd));
  const isHalfYearly = [...fullYears].some((end) => fullYears.has(end - 6));
  return ends.map((yearEnd) => {
    const ofYear = placed.filter((each) => each.yearEnd === yearEnd);
    const steps = quarters.flatMap((quarter) =>
      (["summary", "report"] as const).flatMap((kind): ChainStep<T>[] => {
        const end = endOf({ yearEnd, quarter });
        const found = newest(ofYear.filter((each) => each.quarter === quarter && each.kind === kind));
        const type = found?.document_type ?? typeOf(quarter, kind, end);
        const isType = chainTypes.find((each) => each === type);
        if (isType === undefined) return [];
        if (found !== undefined) return [{ quarter, kind, type: isType, document: found, state: "here" }];
        if ((isHalfYearly && quarter !== 4) || !placed.some((each) => each.kind === kind)) return [];
        const state = end < oldest ? "before" : today <= dueDay(end, quarter, kind) ? "expected" : "missing";
        return [{ quarter, kind, type: isType, document: undefined, state }];
      }),
    );
    return { fiscalYear: `${ofYear[0]?.document.fiscal_period?.slice(0, yearCharacters)}FY`, steps };
  });
}

/** The documents filed in an issuer's chain just before a document, and just after it. */
export function chainNeighbours<T extends Chained>(
  documents: readonly T[],
  documentId: string,
): { readonly before: T | undefined; readonly after: T | undefined } {
  const filed = yearChains(documents, "")
    .toReversed()
    .flatMap(({ steps }) => steps.flatMap(({ document }) => document ?? []));
  const at = filed.findIndex((each) => each.document_id === documentId);
  return at === -1 ? { before: undefined, after: undefined } : { before: filed[at - 1], after: filed[at + 1] };
}

const yearCharacters = 4;
const quarterOf: Readonly<Record<string, Quarter>> = { Q1: 1, Q2: 2, H1: 2, Q3: 3, Q4: 4, FY: 4 };

function place<T extends Chained>(document: T): Placed<T>[] {
  const { document_type: type, period_start: start, period_end: end, fiscal_period: period } = document;
  const quarter = quarterOf[period?.slice(yearCharacters) ?? ""];
  if (!chainTypes.some((each) => each === type) || end === null || quarter === undefined) return [];
  if (document.amends_document_id !== null || document.content_status === "withdrawn") return [];
  // EDINET lists a half's report with its whole year as the period.
  const isWholeYear = start !== null && monthOf(end) - monthOf(start) > 9;
  const yearEnd = monthOf(end) + (isWholeYear ? 0 : 3 * (4 - quarter));
  return [{ document, quarter, kind: type === "earnings_summary" ? "summary" : "report", yearEnd }];
}

function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

function endOf({ yearEnd, quarter }: { readonly yearEnd: number; readonly quarter: Quarter }): number {
  return yearEnd - 3 * (4 - quarter);
}

function newest<T extends Chained>(placed: readonly Placed<T>[]): T | undefined {
  return placed
    .map(({ document }) => document)
    .sort((a, b) => ((a.timeline_at ?? "") < (b.timeline_at ?? "") ? 1 : -1))[0];
}

/** The last month whose quarter began before April 2024, when the reports of quarters were ended. */
const lastQuarterlyReport = 2024 * 12 + 4;

function typeOf(quarter: Quarter, kind: Kind, end: number): ChainStep<unknown>["type"] | undefined {
  if (kind === "summary") return "earnings_summary";
  if (quarter === 4) return "annual_securities_report";
  if (end <= lastQuarterlyReport) return "quarterly_report";
  return quarter === 2 ? "semiannual_report" : undefined;
}

/** The law's 45 days and three months after the period, and some more for holidays. */
function dueDay(end: number, quarter: Quarter, kind: Kind): string {
  const next = `${Math.floor((end + 1) / 12)}-${String(((end + 1) % 12) + 1).padStart(2, "0")}-01`;
  return shiftDay(next, quarter === 4 && kind === "report" ? 96 : 50);
}
