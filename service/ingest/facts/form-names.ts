/**
 * Names for filings without a title: by the report part of their page names (`jpsps070000-drs-001`), or by the list's
 * docTypeCode. Both are from EDINET's own specifications.
 */
const reports: Readonly<Record<string, string>> = {
  asr: "有価証券報告書",
  ssr: "半期報告書",
  q1r: "四半期報告書",
  q2r: "四半期報告書",
  q3r: "四半期報告書",
  q4r: "四半期報告書",
  esr: "臨時報告書",
  srs: "有価証券届出書",
  drs: "みなし有価証券届出書",
  rst: "発行登録書",
  icr: "内部統制報告書",
  ton: "公開買付届出書",
  lvh: "大量保有報告書",
};

/** The report part of the pages' names, leaving out those of audit reports. */
export function reportOf(pageNames: readonly string[]): string | undefined {
  return pageNames
    .filter((name) => !/(?:^|\/)jpaud/.test(name))
    .map((name) => /(?:^|_)(?:jp[a-z]+|ifrs)\d*-([a-z0-9]+)-/.exec(name)?.[1])
    .find((report) => report !== undefined && report !== "aai" && report !== "aar");
}

export function formName(pageNames: readonly string[]): string | undefined {
  const report = reportOf(pageNames);
  return report !== undefined && Object.hasOwn(reports, report) ? reports[report] : undefined;
}

const listed: Readonly<Record<string, string>> = {
  "010": "有価証券通知書",
  "020": "変更通知書（有価証券通知書）",
  "030": "有価証券届出書",
  "040": "訂正有価証券届出書",
  "050": "届出の取下げ願い",
  "060": "発行登録通知書",
  "070": "変更通知書（発行登録通知書）",
  "080": "発行登録書",
  "090": "訂正発行登録書",
  "100": "発行登録追補書類",
  "110": "発行登録取下届出書",
  "120": "有価証券報告書",
  "130": "訂正有価証券報告書",
  "135": "確認書",
  "136": "訂正確認書",
  "140": "四半期報告書",
  "150": "訂正四半期報告書",
  "160": "半期報告書",
  "170": "訂正半期報告書",
  "180": "臨時報告書",
  "190": "訂正臨時報告書",
  "200": "親会社等状況報告書",
  "210": "訂正親会社等状況報告書",
  "220": "自己株券買付状況報告書",
  "230": "訂正自己株券買付状況報告書",
  "235": "内部統制報告書",
  "236": "訂正内部統制報告書",
  "240": "公開買付届出書",
  "250": "訂正公開買付届出書",
  "260": "公開買付撤回届出書",
  "270": "公開買付報告書",
  "280": "訂正公開買付報告書",
  "290": "意見表明報告書",
  "300": "訂正意見表明報告書",
  "310": "対質問回答報告書",
  "320": "訂正対質問回答報告書",
  "330": "別途買付け禁止の特例を受けるための申出書",
  "340": "訂正別途買付け禁止の特例を受けるための申出書",
  "350": "大量保有報告書",
  "360": "訂正大量保有報告書",
  "370": "基準日の届出書",
  "380": "変更の届出書",
};

export function listedName(docTypeCode: string | null): string | undefined {
  return docTypeCode !== null && Object.hasOwn(listed, docTypeCode) ? listed[docTypeCode] : undefined;
}

/** For a document without a title and of unknown form. */
export const unnamedDocument = "開示書類";
