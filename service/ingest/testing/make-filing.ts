import { makeZip, type ZipPart } from "./make-zip.ts";

/** A small filing as EDINET delivers it, for tests that must run everywhere. */
interface MadeFiling {
  readonly title?: string;
  readonly securityCode?: string;
  readonly filer?: string;
  readonly body?: string;
  readonly amends?: string;
  /** As page names have it. */
  readonly report?: string;
  readonly filed?: string;
  /** In place of the usual ones, without their ending. */
  readonly dei?: Readonly<Record<string, string>>;
  readonly extra?: readonly ZipPart[];
  /** Without XBRL the pages are one folder higher and contain no facts. */
  readonly plain?: boolean;
}

const annualReport = "jpcrp030000-asr-001";

export function makeFiling(filing: MadeFiling = {}): Buffer {
  const stem = `${filing.report ?? annualReport}_E99999-000_2026-03-31_01_${filing.filed ?? "2026-06-20"}_ixbrl.htm`;
  const folder = filing.plain === true ? "PublicDoc/" : "XBRL/PublicDoc/";
  const pages: ZipPart[] = [
    {
      name: `${folder}0000000_header_${stem}`,
      data: page(coverOf(filing), filing.plain === true ? "" : headerOf(filing)),
    },
    { name: `${folder}0101010_honbun_${stem}`, data: page(filing.body ?? usualBody, "") },
    { name: `${folder}manifest_PublicDoc.xml`, data: manifestOf([`0000000_header_${stem}`, `0101010_honbun_${stem}`]) },
  ];
  return makeZip([...pages, ...(filing.extra ?? [])]);
}

export function page(body: string, hidden: string): string {
  return `\ufeff<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2008/inlineXBRL"><head><title>t</title></head>
<body>${hidden}<div>${body}</div></body></html>`;
}

export function manifestOf(files: readonly string[]): string {
  const items = files.map((file) => `<ixbrl>${file}</ixbrl>`).join("");
  return `<?xml version="1.0"?><manifest xmlns="http://disclosure.edinet-fsa.go.jp/2013/manifest"><list><instance id="a">${items}</instance></list></manifest>`;
}

function coverOf(filing: MadeFiling): string {
  const title = `<ix:nonNumeric name="jpcrp_cor:DocumentTitleCoverPage" contextRef="F">${filing.title ?? "有価証券報告書"}</ix:nonNumeric>`;
  return `<table><tr><td><p>【表紙】</p></td><td><p>&#160;</p></td></tr><tr><td><p>【提出書類】</p></td><td><p>${title}</p></td></tr></table>`;
}

function headerOf(filing: MadeFiling): string {
  const fact = (name: string, value: string): string =>
    `<ix:nonNumeric name="jpdei_cor:${name}DEI" contextRef="F">${value}</ix:nonNumeric>`;
  const values = {
    SecurityCode: filing.securityCode ?? "99990",
    FilerNameInJapanese: filing.filer ?? "見本株式会社",
    CurrentFiscalYearStartDate: "2025-04-01",
    CurrentPeriodEndDate: "2026-03-31",
    TypeOfCurrentPeriod: "FY",
    AmendmentFlag: filing.amends === undefined ? "false" : "true",
    ...(filing.amends === undefined ? {} : { IdentificationOfDocumentSubjectToAmendment: filing.amends }),
    ...filing.dei,
  };
  const facts = Object.entries(values).map(([name, value]) => fact(name, value));
  return `<div style="display:none"><ix:header><ix:hidden>${facts.join("")}</ix:hidden></ix:header></div>`;
}

const usualBody = `<h1>第一部 【企業情報】</h1><h2>第１ 【企業の概況】</h2><h3>１ 【沿革】</h3><p>昭和に創業した。</p>
<h3>２ 【事業の内容】</h3><p>見本を作る。</p><table><tr><td>項目</td><td>金額</td></tr><tr><td>売上</td><td>△1,234</td></tr></table>`;
