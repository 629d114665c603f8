import { supersedableTypes } from "../../../lib/contract/vocabulary.ts";
import type { PeriodRecord } from "../../storage/ports.ts";

/** The types of which `latest_only` shows only the latest period. */
export function isSupersedable(type: string): boolean {
  return supersedableTypes.some((each) => each === type);
}

/**
 * For each document of one issuer and type, the newest of those that supersede it: ready, of the same division of the
 * fiscal year, and of a later period. Documents of one period, an original and its amendments, never hide each other.
 */
export function supersessions(documents: readonly PeriodRecord[]): Map<string, string | null> {
  const divided = documents.map((document) => ({ document, period: readPeriod(document) }));
  const newestFirst = divided
    .filter(({ document }) => document.status === "ready")
    .sort((a, b) => compareNewest(a.document, b.document));
  return new Map(
    divided.map(({ document, period }) => {
      const by = newestFirst.find((each) => isLater(each.period, period));
      return [document.documentId, by?.document.documentId ?? null];
    }),
  );
}

interface Period {
  readonly year: number;
  readonly division: string;
  readonly end: string | null;
}

/** `2025FY`, `2025H1`, `2025Q1`. A document with unknown period replaces nothing. */
function readPeriod({ fiscalPeriod, periodEnd }: PeriodRecord): Period | undefined {
  const match = /^([0-9]{4})([A-Z][A-Z0-9]*)$/.exec(fiscalPeriod ?? "");
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { year: Number(match[1]), division: match[2], end: periodEnd };
}

function isLater(a: Period | undefined, b: Period | undefined): boolean {
  if (a === undefined || b === undefined || a.division !== b.division) return false;
  // A year shortened by a change of the closing month has the same number as the year before or after, so its end
  // decides.
  if (a.end !== null && b.end !== null) return a.end > b.end;
  return a.year > b.year;
}

function compareNewest(a: PeriodRecord, b: PeriodRecord): number {
  return b.timelineAtMs - a.timelineAtMs || (a.documentId < b.documentId ? 1 : -1);
}
