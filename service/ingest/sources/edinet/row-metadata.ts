import { isCalendarDate, jstDayStartMs } from "../../../../lib/contract/dates.ts";
import { normaliseSecurityCode } from "../../../../lib/contract/security-code.ts";
import type { DocumentType } from "../../../../lib/contract/vocabulary.ts";
import { isAmendmentCode } from "../../facts/document-type.ts";
import { daysOf, fiscalPeriod, readDescription, yearStartOfQuarter } from "../../facts/fiscal-period.ts";
import { listedName, unnamedDocument } from "../../facts/form-names.ts";
import type { DocumentFacts, DocumentMetadata } from "../../facts/known-facts.ts";
import { Refusal } from "../../refusal.ts";
import { metadataOfKnown } from "../../run/compose.ts";
import type { Company } from "../../run/ingest-context.ts";
import type { ListRow } from "./list-row.ts";
import { typeOfRow } from "./plan.ts";

/** The list's row, completed from the package. The list takes precedence where both have a value. */
export function metadataOfRow(
  row: ListRow,
  facts: DocumentFacts | undefined,
  companyOf: (edinetCode: string) => Company | undefined,
  typeOfAmended: DocumentType | undefined,
): DocumentMetadata {
  const timelineAtMs = submittedMs(row.submitDateTime);
  if (timelineAtMs === undefined) {
    throw new Refusal("missing_facts", "The list's row has no time of submission.");
  }
  const type = typeOfAmended ?? typeOfRow(row);
  const subject = subjectOf(row, companyOf);
  const ownCode = row.secCode === null ? undefined : normaliseSecurityCode(row.secCode);
  const isAboutOther = subject !== undefined && subject.edinetCode !== row.edinetCode;
  const period = periodOf(row, type);
  return metadataOfKnown(facts, {
    documentId: row.docID,
    family: "edinet_filing",
    type,
    title: titleOf(row, facts, isAboutOther),
    securityCode: (isAboutOther ? subject.securityCode : ownCode) ?? facts?.securityCode ?? null,
    issuerName: (isAboutOther ? subject.name : row.filerName) ?? facts?.issuerName ?? null,
    timelineAtMs,
    periodStart: row.periodStart ?? facts?.periodStart ?? null,
    periodEnd: row.periodEnd ?? facts?.periodEnd ?? null,
    fiscalPeriod: facts?.fiscalPeriod ?? period,
    amendsDocumentId: amendedBy(row, facts),
  });
}

/** `2024-06-28 09:00`, Japan time. */
export function submittedMs(text: string | null): number | undefined {
  const found = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text ?? "");
  const [, day = "", hour, minute, second = 0] = found ?? [];
  if (!isCalendarDate(day)) return undefined;
  return jstDayStartMs(day) + (Number(hour) * 3_600 + Number(minute) * 60 + Number(second)) * 1_000;
}

/** The company that a holding report or tender offer is about, under whose code readers look for it. */
function subjectOf(row: ListRow, companyOf: (edinetCode: string) => Company | undefined) {
  const edinetCode = row.issuerEdinetCode ?? row.subjectEdinetCode;
  if (edinetCode === null) return undefined;
  const company = companyOf(edinetCode);
  return { edinetCode, securityCode: company?.securityCode, name: company?.name };
}

function titleOf(row: ListRow, facts: DocumentFacts | undefined, isAboutOther: boolean): string {
  const description = row.docDescription ?? facts?.title ?? listedName(row.docTypeCode) ?? unnamedDocument;
  return isAboutOther && row.filerName !== null ? `${description}（提出者：${row.filerName}）` : description;
}

function amendedBy(row: ListRow, facts: DocumentFacts | undefined): string | null {
  if (!isAmendmentCode(row.docTypeCode ?? "")) return null;
  return row.parentDocID ?? facts?.amendsDocumentId ?? null;
}

/** From the description where it has one, since a half-year report's row has the whole year as its period. */
function periodOf(row: ListRow, type: DocumentType): string | null {
  const described = readDescription(row.docDescription ?? "");
  const start = described?.start ?? row.periodStart ?? undefined;
  const end = described?.end ?? row.periodEnd ?? undefined;
  if (start === undefined || end === undefined) return null;
  if (type === "annual_securities_report" || type === "internal_control_report") return fiscalPeriod(start, "FY");
  if (type === "semiannual_report") return fiscalPeriod(start, "H1");
  if (type !== "quarterly_report" || described?.quarter === undefined) return null;
  const isWholeYear = daysOf(start, end) > 120;
  return fiscalPeriod(isWholeYear ? start : yearStartOfQuarter(start, described.quarter), `Q${described.quarter}`);
}
