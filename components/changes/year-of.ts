import type { DocumentSummary } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { moment } from "@/lib/text/format/clock";
import { fiscalPeriod } from "@/lib/text/format/era";
import { typeName } from "@/lib/text/i18n/document-words";

/** The fiscal year, or the day of filing, tells a document from the one it is compared with; of another type also that. */
export async function yearOf(document: DocumentSummary, other: DocumentSummary): Promise<string> {
  const { fiscal_period: period, document_type: type } = document;
  const locale = await getLocale();
  const year =
    period === null
      ? (document.period_end ?? moment(document.timeline_at)?.date ?? document.document_id)
      : fiscalPeriod(period, locale);
  if (type === other.document_type) return year;
  return `${typeName(type, await getWords("documents"))} ${year}`;
}
