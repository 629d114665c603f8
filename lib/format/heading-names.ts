/**
 * English names of the headings that Japanese forms prescribe (企業内容等の開示に関する内閣府令, 第三号様式 and its relatives, and the
 * exchange's 決算短信). A name is shown beside the filed heading, never instead of it; headings in a filer's own words have
 * none.
 */

const names: Readonly<Record<string, string>> = {
  表紙: "Cover",
  企業情報: "Company information",
  企業の概況: "Overview of the company",
  主要な経営指標等の推移: "Key figures",
  沿革: "History",
  事業の内容: "Business",
  関係会社の状況: "Affiliates",
  従業員の状況: "Employees",
  事業の状況: "Business conditions",
  経営方針経営環境及び対処すべき課題等: "Policy and issues",
  サステナビリティに関する考え方及び取組: "Sustainability",
  事業等のリスク: "Risks",
  経営者による財政状態経営成績及びキャッシュフローの状況の分析: "MD&A",
  経営者による財政状態経営成績等の分析: "MD&A",
  経営成績等の状況の概要: "Overview of results",
  経営上の重要な契約等: "Material contracts",
  重要な契約等: "Material contracts",
  研究開発活動: "Research and development",
  設備の状況: "Facilities",
  設備投資等の概要: "Capital expenditure",
  主要な設備の状況: "Major facilities",
  設備の新設除却等の計画: "Planned additions and disposals",
  提出会社の状況: "The filing company",
  株式等の状況: "Shares",
  株式の総数等: "Total number of shares",
  新株予約権等の状況: "Share acquisition rights",
  発行済株式総数資本金等の推移: "Shares issued and capital",
  所有者別状況: "Holders by type",
  大株主の状況: "Major shareholders",
  議決権の状況: "Voting rights",
  自己株式の取得等の状況: "Acquisition of treasury shares",
  配当政策: "Dividend policy",
  コーポレートガバナンスの状況等: "Governance",
  コーポレートガバナンスの概要: "Governance overview",
  役員の状況: "Directors and officers",
  監査の状況: "Audit",
  役員の報酬等: "Remuneration",
  株式の保有状況: "Shareholdings",
  経理の状況: "Financial information",
  連結財務諸表等: "Consolidated statements",
  連結財務諸表: "Consolidated financial statements",
  連結貸借対照表: "Consolidated balance sheet",
  連結損益計算書: "Consolidated income statement",
  連結包括利益計算書: "Consolidated statement of comprehensive income",
  連結損益計算書及び連結包括利益計算書: "Consolidated income statements",
  連結株主資本等変動計算書: "Consolidated statement of changes in equity",
  連結持分変動計算書: "Consolidated statement of changes in equity",
  連結財政状態計算書: "Consolidated statement of financial position",
  連結キャッシュフロー計算書: "Consolidated cash flow statement",
  連結附属明細表: "Consolidated schedules",
  注記事項: "Notes",
  財務諸表等: "Non-consolidated",
  財務諸表: "Non-consolidated statements",
  貸借対照表: "Balance sheet",
  損益計算書: "Income statement",
  株主資本等変動計算書: "Statement of changes in equity",
  キャッシュフロー計算書: "Cash flow statement",
  附属明細表: "Schedules",
  主な資産及び負債の内容: "Main assets and liabilities",
  その他: "Other",
  中間連結財務諸表等: "Interim consolidated statements",
  中間連結財務諸表: "Interim consolidated statements",
  中間財務諸表等: "Interim statements",
  四半期連結財務諸表: "Quarterly consolidated statements",
  提出会社の株式事務の概要: "Share handling",
  提出会社の参考情報: "Reference information",
  提出会社の親会社等の情報: "Parent companies",
  その他の参考情報: "Other reference information",
  提出会社の保証会社等の情報: "Guarantors",
  保証会社情報: "Guarantor information",
  独立監査人の監査報告書: "Auditor’s report",
  独立監査人の期中レビュー報告書: "Auditor’s interim review report",
  独立監査人の監査報告書及び内部統制監査報告書: "Auditor’s reports",
  提出理由: "Reason for filing",
  報告内容: "Report",
  大量保有報告書: "Large holding report",
  提出者に関する事項: "The filer",
  発行者に関する事項: "The issuer",
  保有目的: "Purpose of holding",
  公開買付要項: "Terms of the tender offer",
  証券情報: "Securities",
  募集要項: "Terms of the offering",
  サマリー情報: "Summary information",
  経営成績等の概況: "Overview of results",
  当期の経営成績の概況: "Results of the period",
  当期の財政状態の概況: "Financial position",
  当期のキャッシュフローの概況: "Cash flows",
  今後の見通し: "Outlook",
  会計基準の選択に関する基本的な考え方: "Choice of accounting standards",
  セグメント情報: "Segment information",
  セグメント情報等: "Segment information",
  収益認識関係: "Revenue recognition",
  一株当たり情報: "Per-share information",
  "1株当たり情報": "Per-share information",
  重要な後発事象: "Subsequent events",
  継続企業の前提に関する注記: "Going concern",
  継続企業の前提に関する事項: "Going concern",
  内部統制報告書: "Internal control report",
  連結業績予想の修正: "Revision of consolidated forecasts",
  業績予想の修正について: "Revision of forecasts",
  配当予想の修正について: "Revision of dividend forecast",
  修正の理由: "Reason for the revision",
  取得の理由: "Reason for the acquisition",
  取得に係る事項の内容: "Details of the acquisition",
  異動の理由: "Reason for the change",
};

const numbering =
  /^(?:第[0-9一二三四五六七八九十]+(?:部|章|節|款|編)?|[0-9]+(?:-[0-9]+)*[.．]?|[(（][0-9一二三四五六七八九十ァ-ヺア-ン]+[)）]|[①-⑳]|[ア-ン][.．]|[一二三四五六七八九十]+[、.])\s*/u;

/** No form prescribes a longer one. */
const titleMax = 400;

/** Strips brackets, numbers and punctuation, which differ from filer to filer. */
export function bareHeading(title: string): string {
  let text = title.slice(0, titleMax).replace(/[①-⑳]/gu, "").normalize("NFKC").trim();
  for (let before = ""; before !== text; ) {
    before = text;
    text = text
      .replace(/^[【〔[]\s*|\s*[】〕\]]$/gu, "")
      .replace(numbering, "")
      .trim();
  }
  return text.replace(/[【】〔〕[\]、・,･\s]/gu, "");
}

const partNames: Readonly<Record<string, string>> = { 一: "I", 二: "II", 三: "III", 四: "IV", 五: "V" };

/** The English name that a page shows beside a heading: the one that the service reports, or else the form's. */
export function headingGloss(title: string, reported: string | null): string | undefined {
  const name = reported ?? headingName(title);
  return name === title ? undefined : name;
}

/** The English name of a prescribed heading, with the number where it is a part; undefined for other headings. */
export function headingName(title: string): string | undefined {
  const part = /^\s*第([一二三四五])部/u.exec(title);
  const bare = bareHeading(title);
  const name =
    names[bare] ??
    names[
      title
        .slice(0, titleMax)
        .normalize("NFKC")
        .replace(/[\s、・,･]/gu, "")
    ];
  if (part === null) return name;
  const number = `Part ${partNames[part[1] ?? ""] ?? ""}`;
  return name === undefined ? number : `${number}  ${name}`;
}
