import type { DocumentSummary } from "../../contract/resources.ts";
import type { NamedIssuer } from "../../reading/named-issuers.ts";
import { type AskedYear, type ReadQuestion, samePeriod } from "../../text/passages/read-question.ts";
import type { FreeFinds } from "./ports.ts";
import type { QuestionRequest } from "./record.ts";

/** Documents that may answer, each with how far it is expected to: by its kind and by the period that it is about. */
export interface WeighedDocument {
  readonly document: DocumentSummary;
  readonly weight: number;
}

const perIssuer = 3;
const plannedMax = 6;

export async function chooseDocuments(
  finds: FreeFinds,
  request: QuestionRequest,
  question: ReadQuestion,
  issuers: readonly NamedIssuer[],
): Promise<WeighedDocument[]> {
  if (request.document_ids !== undefined && request.document_ids.length > 0) {
    const documents = await Promise.all(request.document_ids.map((id) => finds.document(id)));
    return documents.filter(isReadable).map((document) => ({ document, weight: 1 }));
  }
  const chosen: WeighedDocument[] = [];
  for (const { security_code } of issuers) {
    const listed = await finds.documents([security_code], { since: request.since, until: request.until });
    chosen.push(...bestOf(question, listed.filter(isReadable)));
  }
  return chosen.slice(0, Math.max(plannedMax, issuers.length));
}

function isReadable({ content_status, amends_document_id }: DocumentSummary): boolean {
  return content_status === "ready" && amends_document_id === null;
}

/** The reports of the asked period first, then the next year's, which prints it again beside its own. */
export function bestOf(question: ReadQuestion, listed: readonly DocumentSummary[]): WeighedDocument[] {
  const newest = new Map<string, DocumentSummary>();
  for (const each of listed) {
    const known = newest.get(each.document_type ?? "");
    if (known === undefined || dayOf(each) > dayOf(known)) newest.set(each.document_type ?? "", each);
  }
  const weighed = listed.map((document) => ({
    document,
    weight: kindWeight(question, document) * periodWeight(question, document, newest.get(document.document_type ?? "")),
  }));
  return weighed
    .filter(({ weight }) => weight > 0.02)
    .sort((a, b) => b.weight - a.weight || dayOf(b.document).localeCompare(dayOf(a.document)))
    .slice(0, perIssuer);
}

function kindWeight({ asksFor, text }: ReadQuestion, { document_type: type }: DocumentSummary): number {
  const interim = /四半期|中間|半期|quarter|interim|half/iu.test(text);
  switch (type) {
    case "annual_securities_report":
      return interim ? 0.2 : 1;
    case "semiannual_report":
    case "quarterly_report":
      return interim ? 1 : 0.05;
    case "earnings_summary":
      return asksFor === "figure" ? 0.3 : 0.1;
    default:
      return text.includes("臨時") || /extraordinary/iu.test(text) ? 0.3 : 0.01;
  }
}

function periodWeight({ years }: ReadQuestion, document: DocumentSummary, newest: DocumentSummary | undefined): number {
  if (years.length === 0) return document === newest ? 1 : document.superseded_by_document_id === null ? 0.1 : 0.03;
  const end = periodOf(document);
  if (end === null) return 0.1;
  const fits = years.map((asked) => {
    const after =
      (end.year - asked.year) * 12 + (asked.month === null || end.month === null ? 0 : end.month - asked.month);
    if (after === 0 || samePeriod(asked, end)) return 1;
    // A fiscal year is called after the year in which it begins, or after that in which it ends.
    if (asked.month === null && after === 12 && end.month !== null && end.month < 12) return 0.5;
    return after === 12 ? 0.25 : after > 12 && after <= 48 ? 0.08 : 0.02;
  });
  return Math.max(...fits);
}

function periodOf({ period_end, fiscal_period, timeline_at }: DocumentSummary): AskedYear | null {
  if (period_end !== null) return { year: Number(period_end.slice(0, 4)), month: Number(period_end.slice(5, 7)) };
  const year = Number((fiscal_period ?? timeline_at ?? "").slice(0, 4));
  return Number.isInteger(year) && year > 1990 ? { year, month: null } : null;
}

const dayOf = ({ period_end, timeline_at }: DocumentSummary) => `${period_end ?? ""} ${timeline_at ?? ""}`;
