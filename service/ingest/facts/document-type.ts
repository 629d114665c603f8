import type { DocumentType } from "../../../lib/contract/vocabulary.ts";
import { reportOf } from "./form-names.ts";

/** EDINET's docTypeCode, with ordinance and form where one code means two types. */
const byDocTypeCode: Readonly<Record<string, DocumentType>> = {
  "030": "securities_registration_statement",
  "040": "securities_registration_statement",
  "120": "annual_securities_report",
  "130": "annual_securities_report",
  "140": "quarterly_report",
  "150": "quarterly_report",
  "160": "semiannual_report",
  "170": "semiannual_report",
  "180": "extraordinary_report",
  "190": "extraordinary_report",
  "235": "internal_control_report",
  "236": "internal_control_report",
  "240": "tender_offer_statement",
  "250": "tender_offer_statement",
};

/** 変更報告書: of holders in general, of a short-term disposal, of institutional holders. */
const changeReportForms = new Set(["010002", "020002", "030002"]);

/** docTypeCodes of amendments: only these have a parentDocID that they amend. */
const amendmentCodes = new Set([
  "040",
  "050",
  "070",
  "090",
  "110",
  "130",
  "136",
  "150",
  "170",
  "190",
  "210",
  "230",
  "236",
  "250",
  "260",
  "280",
  "300",
  "320",
  "340",
  "360",
  "380",
]);

export function typeOfListed(docTypeCode: string, formCode: string | null, description: string | null): DocumentType {
  if (docTypeCode === "350") {
    const isChange = changeReportForms.has(formCode ?? "") || (description ?? "").startsWith("変更報告書");
    return isChange ? "large_holding_change_report" : "large_holding_report";
  }
  // 訂正報告書（大量保有報告書・変更報告書） amends either of the two; only what it amends says which.
  if (docTypeCode === "360") return "large_holding_report";
  return byDocTypeCode[docTypeCode] ?? "other";
}

export function isAmendmentCode(docTypeCode: string): boolean {
  return amendmentCodes.has(docTypeCode);
}

/** From the report part of a page's name: `jpcrp030000-asr-001_…`, and the title on the cover. */
export function typeOfPackage(pageNames: readonly string[], title: string | undefined): DocumentType {
  const report = reportOf(pageNames);
  if (report === undefined || report === "drs") return typeByTitle(title ?? "", report);
  if (report === "asr") return "annual_securities_report";
  if (report === "ssr") return "semiannual_report";
  if (report !== undefined && /^q[1-4]r$/.test(report)) return "quarterly_report";
  if (report === "esr") return "extraordinary_report";
  if (report === "srs") return "securities_registration_statement";
  if (report === "icr") return "internal_control_report";
  if (report === "ton") return "tender_offer_statement";
  if (report === "lvh") return isChangeReport(title ?? "") ? "large_holding_change_report" : "large_holding_report";
  return "other";
}

/** The title of a correction names both kinds. */
function isChangeReport(title: string): boolean {
  return title.includes("変更報告書") && !title.includes("大量保有報告書");
}

/** For pages without a telling name, and for reports that are also a deemed registration statement. */
function typeByTitle(title: string, report: string | undefined): DocumentType {
  const found = filingTitles.find(([name]) => title.includes(name))?.[1];
  return found ?? (report === "drs" ? "securities_registration_statement" : "other");
}

/** A report that is a deemed registration statement names both: it is the report. */
const filingTitles: readonly (readonly [string, DocumentType])[] = [
  ["有価証券報告書", "annual_securities_report"],
  ["半期報告書", "semiannual_report"],
  ["四半期報告書", "quarterly_report"],
  ["臨時報告書", "extraordinary_report"],
  ["有価証券届出書", "securities_registration_statement"],
  ["内部統制報告書", "internal_control_report"],
  ["公開買付届出書", "tender_offer_statement"],
  // A correction names both kinds.
  ["大量保有報告書", "large_holding_report"],
  ["変更報告書", "large_holding_change_report"],
];

/** The type of a timely disclosure, from its title. The order matters, since a title may mention two types. */
const timelyTitles: readonly (readonly [RegExp, DocumentType])[] = [
  // That a summary is late or will be disclosed on a day is no summary.
  [/決算短信(?!(?:等)?の(?:開示|発表|公表|提出))/, "earnings_summary"],
  [
    /業績(?:の|及び[^、。]{0,12})?(?:予想|見通し|予測)|運用状況(?:の|及び[^、。]{0,16})予想|予想値と実績値?との差異|個別業績の前期実績/,
    "forecast_revision",
  ],
  [/自己株式|自己株券|自社株/, "share_buyback"],
  [/配当|分配(?:金|予想)/, "dividend_revision"],
  [
    /合併|買収|株式交換|株式移転|株式交付|会社分割|事業譲[渡受]|子会社化|株式の?取得|経営統合|公開買付/,
    "acquisition_or_merger",
  ],
  [/(?:代表)?取締役.*異動|役員.*異動|人事|代表者の?異動|役員(?:等)?の(?:選任|退任|辞任)/, "management_change"],
];

export function typeOfTimelyDisclosure(title: string): DocumentType {
  const folded = title.normalize("NFKC");
  return timelyTitles.find(([pattern]) => pattern.test(folded))?.[1] ?? "other_timely_disclosure";
}
