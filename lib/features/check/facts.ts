import type { ClaimedPeriod, Scope } from "./claims.ts";
import type { Exact, Unit } from "./quantities.ts";

/** A figure that a filing states, from its text or from its package. */
export interface Fact {
  readonly issuer: string;
  readonly documentId: string;
  /** RFC 3339: of two filings the later one has the last word. */
  readonly filedAt: string;
  /** All names under which it is printed, bare. */
  readonly labels: readonly string[];
  /** YYYY-MM */
  readonly end: string;
  /** Null for a moment, and where the table doesn't say. */
  readonly months: number | null;
  readonly scope: Scope | null;
  readonly forecast: boolean;
  readonly exact: Exact;
  readonly unit: Unit;
  /** 3 in a statement or among the main figures, 2 in what explains a statement, 1 elsewhere, where a part may be meant. */
  readonly rank: 1 | 2 | 3;
  /** Of a segment or another part, or one of several rows of the same name: it only tells whose number this is. */
  readonly isPart: boolean;
  /** As it is printed. */
  readonly shown: string;
  /** The words of its row. */
  readonly words: string;
  readonly at: FactPlace;
}

/** In a text that was delivered, by its number among them, or only the document. */
export interface FactPlace {
  readonly text: number | null;
  readonly offset: number;
  readonly section: string | null;
}

/** A text that was delivered, with what is known of its document. */
export interface FilingText {
  readonly issuer: string;
  readonly documentId: string;
  readonly filedAt: string;
  readonly title: string;
  /** YYYY-MM-DD */
  readonly periodEnd: string | null;
  readonly periodMonths: number | null;
  /** Titles of the sections around it, from the outside in. */
  readonly around: readonly string[];
  readonly text: string;
}

export function currentPeriod({
  periodEnd,
  periodMonths,
}: Pick<FilingText, "periodEnd" | "periodMonths">): ClaimedPeriod | null {
  return periodEnd === null ? null : { end: periodEnd.slice(0, 7), fiscalYear: null, months: periodMonths };
}
