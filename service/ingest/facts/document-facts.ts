import { isCalendarDate } from "../../../lib/contract/dates.ts";
import { normaliseSecurityCode } from "../../../lib/contract/security-code.ts";
import type { DocumentDraft } from "../package/read-package.ts";
import type { Fact } from "../text/blocks.ts";
import { dayIn, firstHeadings, readCover, readCoverTerm } from "./cover.ts";
import { typeOfPackage } from "./document-type.ts";
import { fiscalPeriod, kindOfPeriod } from "./fiscal-period.ts";
import { formName, unnamedDocument } from "./form-names.ts";
import type { DocumentFacts } from "./known-facts.ts";
import { readSubject } from "./subject.ts";
import { readTdnetFacts } from "./tdnet-facts.ts";

export function readFacts(draft: DocumentDraft, fileName: string | undefined): DocumentFacts {
  return draft.kind === "tdnet" ? readTdnetFacts(draft, fileName) : readEdinetFacts(draft, fileName);
}

function readEdinetFacts(draft: DocumentDraft, fileName: string | undefined): DocumentFacts {
  const dei = (name: string): string | undefined =>
    draft.facts.find((fact) => fact.name === `jpdei_cor:${name}DEI`)?.value;
  const cover = (name: string): string | undefined => bySuffix(draft.facts, `:${name}CoverPage`);
  const title = titleOfCover(draft) ?? dei("DocumentType") ?? unnamedDocument;
  const isAmendment = dei("AmendmentFlag") === "true";
  const term = readTerm(cover("FiscalYear") ?? readCoverTerm(draft));
  const start = dei("CurrentFiscalYearStartDate") ?? term.start;
  const type = typeOfPackage(draft.pageNames, title);
  const subject = readSubject(draft, type);
  const isWholeYear = type === "annual_securities_report" && term.start !== undefined;
  const filer =
    dei("FilerNameInJapanese") ??
    cover("CompanyName") ??
    cover("IssuerName") ??
    readCover(draft, "会社名") ??
    readCover(draft, "発行者名");
  return {
    documentId: draft.documentId ?? /S[0-9A-Z]{7}/.exec(fileName ?? "")?.[0] ?? documentIdOfPages(draft.pageNames),
    family: "edinet_filing",
    type,
    title: titleOf(withFund(title, fundName(draft.facts)), term, isAmendment),
    securityCode:
      normaliseSecurityCode((subject === undefined ? dei("SecurityCode") : subject.securityCode) ?? "") ?? null,
    issuerName: (subject === undefined ? filer : subject.name) ?? null,
    edinetCode: subject === undefined ? (dei("EDINETCode") ?? filerCode(draft.pageNames)) : undefined,
    filedOn: filingDay(draft.pageNames, cover("FilingDate") ?? readCover(draft, "提出日")),
    periodStart: start ?? null,
    periodEnd: dei("CurrentPeriodEndDate") ?? dei("CurrentFiscalYearEndDate") ?? term.end ?? null,
    fiscalPeriod: fiscalPeriod(start, kindOfPeriod(dei("TypeOfCurrentPeriod")) ?? (isWholeYear ? "FY" : undefined)),
    amendsDocumentId: isAmendment ? documentIdIn(dei("IdentificationOfDocumentSubjectToAmendment")) : null,
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

function documentIdIn(text: string | undefined): string | null {
  return /^S[0-9A-Z]{7}$/.exec(text?.trim() ?? "")?.[0] ?? null;
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

interface Term {
  /** 第84期, or 2024年3月期 */
  readonly number: string | undefined;
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/** 第84期（自 2023年４月１日 至 2024年３月31日） */
function readTerm(text: string | undefined): Term {
  const folded = (text ?? "").normalize("NFKC").replace(/\s+/g, "");
  return {
    number: /^(?:第\d+|\d{4}年\d{1,2}月)期/.exec(folded)?.[0],
    start: dayIn(/自(.+?)至/.exec(folded)?.[1]),
    end: dayIn(/至([^)]+)/.exec(folded)?.[1]),
  };
}

/** As EDINET's list words it: 有価証券報告書－第84期(2023/04/01－2024/03/31). */
function titleOf(title: string, { number, start, end }: Term, isAmendment: boolean): string {
  const plain = title.replace(/（令和[^）]*訂正[^）]*）?/, "");
  const named = isAmendment && !plain.startsWith("訂正") ? `訂正${plain}` : plain;
  if (number === undefined) return named;
  if (start === undefined || end === undefined) return `${named}－${number}`;
  return `${named}－${number}(${start.replaceAll("-", "/")}－${end.replaceAll("-", "/")})`;
}

/** The filer's code in a page's name: `…jpcrp030000-asr-001_E03462-000_2020-02-29_…`. */
function filerCode(pageNames: readonly string[]): string | undefined {
  return /_([A-Z]\d{5})-\d{3}_/.exec(pageNames[0] ?? "")?.[1];
}
