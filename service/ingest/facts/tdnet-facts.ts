import { isCalendarDate } from "../../../lib/contract/dates.ts";
import { normaliseSecurityCode } from "../../../lib/contract/security-code.ts";
import type { DocumentType } from "../../../lib/contract/vocabulary.ts";
import type { DocumentDraft } from "../package/read-package.ts";
import type { Period } from "../text/blocks.ts";
import { dayIn, firstHeadings } from "./cover.ts";
import { typeOfTimelyDisclosure } from "./document-type.ts";
import { fiscalPeriod } from "./fiscal-period.ts";
import { unnamedDocument } from "./form-names.ts";
import type { DocumentFacts } from "./known-facts.ts";

/** Issuers of shares and of REIT units use taxonomies of their own, whose names differ by an ending. */
const nameOfIssuer = /:IssuerName(?:[A-Z]{2,})?$/;
const nameOfCompany = /:CompanyName(?:[A-Z]{2,})?$/;
const nameOfDocument = /:DocumentName(?:[A-Z]{2,})?$/;
const dayOfRevision = /:ReportingDateOf(\w*)Correction\w*$/;

export function readTdnetFacts(draft: DocumentDraft, fileName: string | undefined): DocumentFacts {
  const fact = (name: RegExp): string | undefined => draft.facts.find((each) => name.test(each.name))?.value;
  const named = (fact(nameOfDocument) ?? firstHeadings(draft).any ?? unnamedDocument).replace(/\s+/g, " ");
  const documentId = disclosureNumber([...draft.pageNames, fileName ?? ""]);
  const type = typeOf(draft, named);
  const isSummary = type === "earnings_summary";
  const quarter = isSummary ? quarterOf(named, fact(/:QuarterlyPeriod$/), draft) : undefined;
  const period = periodOf(draft, quarter);
  const yearEnd =
    dayIn(fact(/:FiscalYearEnd$/)) ?? yearOf(draft)?.end ?? (quarter === undefined ? period?.end : undefined);
  return {
    documentId,
    family: "timely_disclosure",
    type,
    title: isSummary ? titleOfSummary(named, yearEnd, quarter, isReviewed(draft, named)) : named,
    securityCode: normaliseSecurityCode(fact(/:SecuritiesCode$/) ?? "") ?? codeInNames(draft.pageNames) ?? null,
    issuerName: fact(nameOfIssuer) ?? fact(nameOfCompany) ?? null,
    edinetCode: undefined,
    filedOn: dayIn(fact(/:FilingDate\w*$/)) ?? dayIn(fact(dayOfRevision)) ?? dayOfNumber(documentId),
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    fiscalPeriod: isSummary ? fiscalPeriod(period?.start, quarter === undefined ? "FY" : `Q${quarter}`) : null,
    amendsDocumentId: null,
  };
}

/** The title decides; a revision whose title names no forecast has the type that its facts report. */
function typeOf({ facts }: DocumentDraft, title: string): DocumentType {
  const byTitle = typeOfTimelyDisclosure(title);
  if (byTitle === "earnings_summary" || byTitle === "forecast_revision") return byTitle;
  const revised = facts.flatMap(({ name }) => dayOfRevision.exec(name)?.[1] ?? []);
  if (revised.length === 0) return byTitle;
  return revised.every((what) => /Dividend|Distribution/.test(what)) ? "dividend_revision" : "forecast_revision";
}

function quarterOf(title: string, tagged: string | undefined, draft: DocumentDraft): string | undefined {
  const folded = title.normalize("NFKC");
  const named = /第([1-4])四半期/.exec(folded)?.[1] ?? (/中間(?:期|決算)/.test(folded) ? "2" : undefined);
  return named ?? /^[1-3]$/.exec((tagged ?? "").normalize("NFKC"))?.[0] ?? quarterOfForm(draft);
}

/** A form is for the year, a quarter or the half: `tse-acedjpsm`, `tse-qcedjpsm`, `tse-scedjpsm`. */
function quarterOfForm({ pageNames, contexts }: DocumentDraft): string | undefined {
  const form = pageNames.map((name) => /(?:^|\/)tse-([aqs])[a-z]+sm-/.exec(name)?.[1]).find(Boolean);
  if (form === "s") return "2";
  if (form !== "q") return undefined;
  const results = [...contexts.keys()].filter((id) => !isForecast(id));
  return results.map((id) => /^CurrentAccumulatedQ([1-3])Duration/.exec(id)?.[1]).find(Boolean);
}

/** A quarter's summary also has the half and the whole year, of which it gives the forecast. */
function periodOf(draft: DocumentDraft, quarter: string | undefined): Period | undefined {
  if (quarter === undefined) return yearOf(draft);
  const own = durationOf(draft, new RegExp(`^CurrentAccumulatedQ${quarter}Duration`));
  return own ?? durationOf(draft, /^Current(?:Accumulated|Quarter|YTD)\w*Duration/);
}

function yearOf(draft: DocumentDraft): Period | undefined {
  return durationOf(draft, /^CurrentYearDuration/);
}

/** The results' where there are any, else the forecast's, which for a whole year is the same. */
function durationOf({ contexts }: DocumentDraft, id: RegExp): Period | undefined {
  const found = [...contexts].filter(([name, period]) => id.test(name) && period.start !== undefined);
  return (found.find(([name]) => !isForecast(name)) ?? found[0])?.[1];
}

const isForecast = (context: string): boolean => /(?:Forecast|Upper|Lower)Member/.test(context);

/** As lists of disclosures word it: 2027年3月期 第1四半期決算短信〔IFRS〕(連結). */
function titleOfSummary(
  named: string,
  yearEnd: string | undefined,
  quarter: string | undefined,
  reviewed: boolean,
): string {
  const name = named.normalize("NFKC").trim();
  const isPeriodNamed = quarter === undefined || /四半期|中間(?:期|決算)/.test(name);
  const divided = isPeriodNamed ? name : name.replace("決算短信", `第${quarter}四半期決算短信`);
  const year = yearEnd === undefined || /年 ?\d+月 ?期/.test(divided) ? "" : `${termOf(yearEnd)} `;
  return `${year}${divided}${reviewed && !/レビュー/.test(divided) ? reviewWords : ""}`;
}

const termOf = (yearEnd: string): string => `${Number(yearEnd.slice(0, 4))}年${Number(yearEnd.slice(5, 7))}月期`;

/** The words under which the exchange lists a summary that is filed again after review. */
const reviewWords = "(公認会計士等による期中レビューの完了)";
/** Not the words of a first summary that says when the review will be done. */
const reviewDone = /期中レビュー(?:の|が)?完了(?!後|前|次第|を|する|の?予定|し(?:次第|て(?:い|お)(?:ない|ら|りま)))/;
const openingCharacters = 3_000;

function isReviewed({ sections }: DocumentDraft, title: string): boolean {
  const opening = sections[0]?.markdown.slice(0, openingCharacters) ?? "";
  return reviewDone.test(title) || reviewDone.test(opening);
}

/** Fourteen digits in the names of the package: `tse-anedjpsm-70640-20240306370640-ixbrl.htm`. */
function disclosureNumber(names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = /(?<!\d)(\d{14})(?!\d)/.exec(name)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A disclosure's number begins with its day. */
function dayOfNumber(number: string | undefined): string | undefined {
  const day = number?.replace(/^(\d{4})(\d{2})(\d{2})\d+$/, "$1-$2-$3");
  return day !== undefined && isCalendarDate(day) ? day : undefined;
}

function codeInNames(names: readonly string[]): string | undefined {
  const code = names.map((name) => /(?:^|\/)(?:\d+-\w+-)?tse-[a-z0-9]+-([0-9A-Z]{5})-/.exec(name)?.[1]).find(Boolean);
  return code === undefined ? undefined : normaliseSecurityCode(code);
}
