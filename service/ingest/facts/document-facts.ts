import { isCalendarDate } from "../../../lib/contract/dates.ts";
import { normaliseSecurityCode } from "../../../lib/contract/security-code.ts";
import type { DocumentFamily, DocumentType } from "../../../lib/contract/vocabulary.ts";
import { readDay } from "../../../lib/text/format/era.ts";
import type { DocumentDraft } from "../package/read-package.ts";
import type { Fact } from "../text/blocks.ts";
import { firstHeadings, readCover } from "./cover.ts";
import { typeOfPackage, typeOfTimelyDisclosure } from "./document-type.ts";
import { fiscalPeriod, kindOfPeriod } from "./fiscal-period.ts";
import { formName, unnamedDocument } from "./form-names.ts";

/** The facts in a package about itself. Undefined means unknown; nothing is guessed. */
export interface DocumentFacts {
  readonly documentId: string | undefined;
  readonly family: DocumentFamily;
  readonly type: DocumentType;
  readonly title: string;
  readonly securityCode: string | undefined;
  readonly issuerName: string | undefined;
  readonly edinetCode: string | undefined;
  /** The company that a holding report is about, where it has no security code. */
  readonly filedOn: string | undefined;
  readonly periodStart: string | undefined;
  readonly periodEnd: string | undefined;
  readonly fiscalPeriod: string | null;
  readonly amendsDocumentId: string | undefined;
}

export function readFacts(draft: DocumentDraft, fileName: string | undefined): DocumentFacts {
  return draft.kind === "tdnet" ? readTdnetFacts(draft, fileName) : readEdinetFacts(draft, fileName);
}

function readEdinetFacts(draft: DocumentDraft, fileName: string | undefined): DocumentFacts {
  const dei = (name: string): string | undefined =>
    draft.facts.find((fact) => fact.name === `jpdei_cor:${name}DEI`)?.value;
  const cover = (name: string): string | undefined => bySuffix(draft.facts, `:${name}CoverPage`);
  const title = titleOfCover(draft) ?? dei("DocumentType") ?? unnamedDocument;
  const isAmendment = dei("AmendmentFlag") === "true";
  const start = dei("CurrentFiscalYearStartDate");
  const type = typeOfPackage(draft.pageNames, title);
  const isHolding = type === "large_holding_report" || type === "large_holding_change_report";
  const issuerCode = isHolding ? bySuffix(draft.facts, ":SecurityCodeOfIssuer") : dei("SecurityCode");
  return {
    documentId: draft.documentId ?? /S[0-9A-Z]{7}/.exec(fileName ?? "")?.[0] ?? documentIdOfPages(draft.pageNames),
    family: "edinet_filing",
    type,
    title: titleOf(withFund(title, fundName(draft.facts)), cover("FiscalYear"), isAmendment),
    securityCode: issuerCode === undefined ? undefined : normaliseSecurityCode(issuerCode),
    issuerName: isHolding
      ? bySuffix(draft.facts, ":NameOfIssuer")
      : (dei("FilerNameInJapanese") ??
        cover("CompanyName") ??
        cover("IssuerName") ??
        readCover(draft, "会社名") ??
        readCover(draft, "発行者名")),
    edinetCode: dei("EDINETCode"),
    filedOn: filingDay(draft.pageNames, cover("FilingDate") ?? readCover(draft, "提出日")),
    periodStart: start,
    periodEnd: dei("CurrentPeriodEndDate") ?? dei("CurrentFiscalYearEndDate"),
    fiscalPeriod: fiscalPeriod(start, kindOfPeriod(dei("TypeOfCurrentPeriod"))),
    amendsDocumentId: isAmendment ? documentIdIn(dei("IdentificationOfDocumentSubjectToAmendment")) : undefined,
  };
}

/**
 * Most covers tag their title. Some forms have a tag of their own for it (a fund's report that is a deemed registration
 * statement), and some have none: then the cover's text, the headings and the form's name are tried in this order.
 */
function titleOfCover(draft: DocumentDraft): string | undefined {
  const tagged = bySuffix(draft.facts, ":DocumentTitleCoverPage") ?? taggedTitle(draft.facts);
  const headings = firstHeadings(draft);
  return tagged ?? readCover(draft, "提出書類") ?? headings.ofDocument ?? formName(draft.pageNames) ?? headings.any;
}

function taggedTitle(facts: readonly Fact[]): string | undefined {
  return facts.find((fact) => /:DocumentTitle\w*CoverPage$/.test(fact.name) && fact.value.trim() !== "")?.value;
}

const fundNameCharactersMax = 120;

function fundName(facts: readonly Fact[]): string | undefined {
  const name = facts
    .find((fact) => /:FundName(?:InJapanese)?DEI$/.test(fact.name) && fact.value.trim() !== "")
    ?.value.replace(/[\s\u3000]+/gu, " ")
    .trim();
  return name === undefined ? undefined : [...name].slice(0, fundNameCharactersMax).join("");
}

/** A manager files for hundreds of funds, whose reports can be distinguished only by the fund's name. */
function withFund(title: string, fund: string | undefined): string {
  return fund === undefined || title.includes(fund) ? title : `${title}（${fund}）`;
}

function bySuffix(facts: readonly Fact[], suffix: string): string | undefined {
  return facts.find((fact) => fact.name.endsWith(suffix))?.value;
}

function documentIdIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : /^S[0-9A-Z]{7}$/.exec(text.trim())?.[0];
}

/** The parts of a page's name in the package: who, which report, which period, which submission. */
function documentIdOfPages(pageNames: readonly string[]): string | undefined {
  const found =
    /_(?:header|honbun)_([a-z]+\d*-[a-z0-9]+)-\d+_([A-Z]\d{5})-\d+_(\d{4}-\d{2}-\d{2})_(\d{2})_(\d{4}-\d{2}-\d{2})/.exec(
      pageNames[0] ?? "",
    );
  return found === null ? undefined : `edinet-${found.slice(1).join("-")}`;
}

/** The last day in a page's name is the day of filing; in an amendment it may be that of the first submission. */
function filingDay(pageNames: readonly string[], cover: string | undefined): string | undefined {
  const named = /_(\d{4}-\d{2}-\d{2})(?:_ixbrl\.\w+|\.csv)$/.exec(pageNames[0] ?? "")?.[1];
  return named !== undefined && isCalendarDate(named) ? named : dayIn(cover);
}

function dayIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readDay(text.normalize("NFKC").replace(/\s+/g, ""));
}

/** As EDINET's list words it: 有価証券報告書－第84期(2023/04/01－2024/03/31). */
function titleOf(title: string, fiscalYear: string | undefined, isAmendment: boolean): string {
  const plain = title.replace(/（令和[^）]*訂正[^）]*）?/, "");
  const named = isAmendment && !plain.startsWith("訂正") ? `訂正${plain}` : plain;
  const folded = (fiscalYear ?? "").normalize("NFKC").replace(/\s+/g, "");
  const term = /^第\d+期/.exec(folded)?.[0];
  if (term === undefined) return named;
  const [start, end] = [/自(.+?)至/.exec(folded)?.[1], /至(.+?)\)?$/.exec(folded)?.[1]].map((day) =>
    dayIn(day)?.replaceAll("-", "/"),
  );
  return start === undefined || end === undefined ? `${named}－${term}` : `${named}－${term}(${start}－${end})`;
}

function readTdnetFacts(draft: DocumentDraft, fileName: string | undefined): DocumentFacts {
  const fact = (name: string): string | undefined => bySuffix(draft.facts, `:${name}`);
  const title = fact("DocumentName") ?? firstHeadings(draft).any ?? unnamedDocument;
  const code = fact("SecuritiesCode");
  const duration = [...draft.contexts].find(
    ([id, period]) => /^Current(?:Year|Accumulated\w*)Duration/.test(id) && period.start !== undefined,
  )?.[1];
  const filed =
    fact("FilingDate") ?? fact("ReportingDateOfFinancialForecastCorrection") ?? bySuffix(draft.facts, "FilingDate");
  const type = typeOfTimelyDisclosure(title);
  const quarter = /[pq]?第([1-4])四半期/.exec(title.normalize("NFKC"))?.[1] ?? fact("QuarterlyPeriod");
  return {
    documentId: disclosureNumber([...draft.pageNames, fileName ?? ""]),
    family: "timely_disclosure",
    type,
    title: title.replace(/\s+/g, " "),
    securityCode: code === undefined ? undefined : normaliseSecurityCode(code),
    issuerName: fact("CompanyName"),
    edinetCode: undefined,
    filedOn: dayIn(filed),
    periodStart: duration?.start,
    periodEnd: duration?.end,
    fiscalPeriod:
      type === "earnings_summary" ? fiscalPeriod(duration?.start, quarter === undefined ? "FY" : `Q${quarter}`) : null,
    amendsDocumentId: undefined,
  };
}

/** Fourteen digits in the names of the package: `tse-anedjpsm-70640-20240306370640-ixbrl.htm`. */
function disclosureNumber(names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = /(?<!\d)(\d{14})(?!\d)/.exec(name)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
