import type { DocumentSummary } from "@/lib/contract/resources";
import { moment } from "@/lib/text/format/clock";
import { fiscalPeriod } from "@/lib/text/format/era";

/** The fiscal year, or the day of filing, tells a document from the one it is compared with. */
export function yearOf(document: DocumentSummary, locale: "en" | "ja"): string {
  if (document.fiscal_period !== null) return fiscalPeriod(document.fiscal_period, locale);
  return document.period_end ?? moment(document.timeline_at)?.date ?? document.document_id;
}
