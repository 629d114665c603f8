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
  財務諸表等: "Financial statements",
  財務諸表: "Financial statements",
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
  連結経営指標等: "Consolidated key figures",
  提出会社の経営指標等: "Key figures of the filing company",
  ガバナンス: "Governance",
  戦略: "Strategy",
  リスク管理: "Risk management",
  指標及び目標: "Metrics and targets",
  業績等の概要: "Overview of results",
  生産受注及び販売の状況: "Production, orders and sales",
  対処すべき課題: "Issues to address",
  財政状態経営成績及びキャッシュフローの状況の分析: "MD&A",
  株式の総数: "Total number of shares",
  発行済株式: "Issued shares",
  自己株式等: "Treasury shares",
  ストックオプション制度の内容: "Stock option plans",
  ライツプランの内容: "Rights plans",
  その他の新株予約権等の状況: "Other share acquisition rights",
  行使価額修正条項付新株予約権付社債券等の行使状況等: "Exercise of moving-strike convertible bonds",
  役員従業員株式所有制度の内容: "Share ownership plans for officers and employees",
  株式の種類等: "Classes of shares",
  株主総会決議による取得の状況: "Acquisitions by resolution of shareholders",
  取締役会決議による取得の状況: "Acquisitions by resolution of the board",
  株主総会決議又は取締役会決議に基づかないものの内容: "Acquisitions without a resolution",
  取得自己株式の処理状況及び保有状況: "Disposal and holding of acquired treasury shares",
  コーポレートガバナンスの状況: "Corporate governance",
  企業統治の体制の概要及び当該体制を採用する理由: "Governance structure and the reasons for it",
  社外役員の状況: "Outside officers",
  連結の範囲に関する事項: "Scope of consolidation",
  持分法の適用に関する事項: "Equity method",
  連結子会社の事業年度等に関する事項: "Fiscal years of subsidiaries",
  会計方針に関する事項: "Accounting policies",
  連結財務諸表作成のための基本となる重要な事項: "Basis of the consolidated financial statements",
  重要な会計方針: "Significant accounting policies",
  重要な会計上の見積り: "Significant accounting estimates",
  会計方針の変更: "Changes in accounting policies",
  会計上の見積りの変更: "Changes in accounting estimates",
  表示方法の変更: "Changes in presentation",
  未適用の会計基準等: "Accounting standards not yet applied",
  追加情報: "Additional information",
  連結貸借対照表関係: "Notes on the consolidated balance sheet",
  連結損益計算書関係: "Notes on the consolidated income statement",
  連結包括利益計算書関係: "Notes on the consolidated statement of comprehensive income",
  連結株主資本等変動計算書関係: "Notes on the consolidated statement of changes in equity",
  連結キャッシュフロー計算書関係: "Notes on the consolidated cash flow statement",
  貸借対照表関係: "Notes on the balance sheet",
  損益計算書関係: "Notes on the income statement",
  株主資本等変動計算書関係: "Notes on the statement of changes in equity",
  キャッシュフロー計算書関係: "Notes on the cash flow statement",
  リース取引関係: "Leases",
  金融商品関係: "Financial instruments",
  有価証券関係: "Securities",
  デリバティブ取引関係: "Derivatives",
  退職給付関係: "Retirement benefits",
  ストックオプション等関係: "Stock options",
  税効果会計関係: "Tax effect accounting",
  企業結合等関係: "Business combinations",
  資産除去債務関係: "Asset retirement obligations",
  賃貸等不動産関係: "Rental property",
  金銭の信託関係: "Money held in trust",
  公共施設等運営事業関係: "Operation of public facilities",
  持分法損益等: "Profit or loss by the equity method",
  開示対象特別目的会社関係: "Special purpose companies to be disclosed",
  修正再表示: "Restatement",
  中間連結貸借対照表関係: "Notes on the interim consolidated balance sheet",
  中間連結損益計算書関係: "Notes on the interim consolidated income statement",
  中間連結包括利益計算書関係: "Notes on the interim consolidated statement of comprehensive income",
  中間連結株主資本等変動計算書関係: "Notes on the interim consolidated statement of changes in equity",
  中間連結キャッシュフロー計算書関係: "Notes on the interim consolidated cash flow statement",
  中間貸借対照表関係: "Notes on the interim balance sheet",
  中間損益計算書関係: "Notes on the interim income statement",
  中間株主資本等変動計算書関係: "Notes on the interim statement of changes in equity",
  中間キャッシュフロー計算書関係: "Notes on the interim cash flow statement",
  四半期連結貸借対照表関係: "Notes on the quarterly consolidated balance sheet",
  四半期連結損益計算書関係: "Notes on the quarterly consolidated income statement",
  四半期連結包括利益計算書関係: "Notes on the quarterly consolidated statement of comprehensive income",
  四半期連結キャッシュフロー計算書関係: "Notes on the quarterly consolidated cash flow statement",
  報告セグメントの概要: "Overview of reportable segments",
  関連情報: "Related information",
  製品及びサービスごとの情報: "Information by product and service",
  地域ごとの情報: "Information by region",
  主要な顧客ごとの情報: "Information by major customer",
  報告セグメントごとの固定資産の減損損失に関する情報: "Impairment losses by segment",
  報告セグメントごとののれんの償却額及び未償却残高に関する情報: "Goodwill by segment",
  報告セグメントごとの負ののれん発生益に関する情報: "Gains on bargain purchases by segment",
  関連当事者情報: "Related parties",
  社債明細表: "Schedule of bonds",
  借入金等明細表: "Schedule of borrowings",
  資産除去債務明細表: "Schedule of asset retirement obligations",
  有価証券明細表: "Schedule of securities",
  有形固定資産等明細表: "Schedule of fixed assets",
  引当金明細表: "Schedule of provisions",
  製造原価明細書: "Schedule of manufacturing costs",
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

/** The English name that a page shows beside a heading: the form's, or else the one that the service reports. */
export function headingGloss(title: string, reported: string | null): string | undefined {
  const name = headingName(title) ?? reported ?? undefined;
  return name === title ? undefined : name;
}

/** The English name of a prescribed heading, with the number where it is a part; undefined for other headings. */
export function headingName(title: string): string | undefined {
  const part = /^\s*第([一二三四五])部/u.exec(title);
  const written = title
    .slice(0, titleMax)
    .normalize("NFKC")
    .replace(/[\s、・,･]/gu, "");
  const name = [bareHeading(title), written, /^\(([^()]+)\)$/u.exec(written)?.[1] ?? ""]
    .map((each) => (Object.hasOwn(names, each) ? names[each] : undefined))
    .find((each) => each !== undefined);
  if (part === null) return name;
  const number = `Part ${partNames[part[1] ?? ""] ?? ""}`;
  return name === undefined ? number : `${number}  ${name}`;
}
