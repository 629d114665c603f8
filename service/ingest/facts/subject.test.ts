import { expect, test } from "vitest";
import { readHolders } from "../../../lib/text/passages/read-holders.ts";
import { readPackage } from "../package/read-package.ts";
import { makeFiling } from "../testing/make-filing.ts";
import { makeZip } from "../testing/make-zip.ts";
import { readFacts } from "./document-facts.ts";

/** A package of type 5, as the list delivers it beside the pages. */
async function factsOf(form: string, values: Readonly<Record<string, string>>) {
  const lines = Object.entries(values).map(([name, value]) => {
    return [name, "項目", "FilingDateInstant", "提出日時点", "その他", "時点", "", "", value];
  });
  const rows = [["要素ID", "項目名", "コンテキストID", "相対年度", "連結・個別", "期間・時点", "", "", "値"], ...lines];
  const text = rows.map((row) => row.map((cell) => `"${cell}"`).join("\t")).join("\r\n");
  const data = Buffer.from(`\ufeff${text}`, "utf16le");
  const name = `S1000001/XBRL_TO_CSV/${form}_E99999-000_2026-03-31_01_2026-06-20.csv`;
  const audit = "S1000001/XBRL_TO_CSV/jpaud-sar-cn-001_E99999-000_2026-03-31_01_2026-06-20.csv";
  const [draft] = await readPackage(
    makeZip([
      { name: audit, data },
      { name, data },
    ]),
  );
  if (draft === undefined) throw new Error("no document");
  return readFacts(draft, "S1000001-csv.zip");
}

const filer = { "jpdei_cor:FilerNameInJapaneseDEI": "提出者株式会社", "jpdei_cor:SecurityCodeDEI": "88880" };

test("a holding report that is there as CSV alone is about the company that it names", async () => {
  const facts = await factsOf("jplvh010000-lvh-001", {
    ...filer,
    "jplvh_cor:DocumentTitleCoverPage": "変更報告書No.3",
    "jplvh_cor:NameOfIssuer": "相手株式会社",
    "jplvh_cor:SecurityCodeOfIssuer": "9999",
  });
  expect(facts).toMatchObject({
    ...{ type: "large_holding_change_report", title: "変更報告書No.3", filedOn: "2026-06-20" },
    ...{ securityCode: "9999", issuerName: "相手株式会社", edinetCode: undefined },
  });
});

test("a tender offer is about its target, whose heading is no part of its name", async () => {
  const facts = await factsOf("jptoo020000-ton-001", {
    ...filer,
    "jptoo-ton_cor:DocumentTitleCoverPage": "公開買付届出書",
    "jptoo-ton_cor:NameOfSubjectCompanyTextBlock": "１【対象者名】　相手株式会社",
  });
  expect(facts).toMatchObject({ type: "tender_offer_statement", issuerName: "相手株式会社", securityCode: null });
});

test("an offer for one's own shares is about its filer", async () => {
  const facts = await factsOf("jptoi020000-ton-001", {
    ...filer,
    "jptoi_cor:DocumentTitleCoverPage": "公開買付届出書",
  });
  expect(facts).toMatchObject({ issuerName: "提出者株式会社", securityCode: "8888" });
});

test("a fund that is there as CSV alone has its type, and its name in the title", async () => {
  const facts = await factsOf("jpsps070000-asr-001", {
    "jpsps_cor:DocumentTitleCoverPage": "有価証券報告書",
    "jpdei_cor:FundNameInJapaneseDEI": "見本ファンド",
    "jpdei_cor:FilerNameInJapaneseDEI": "見本投信株式会社",
  });
  expect(facts).toMatchObject({ type: "annual_securities_report", title: "有価証券報告書（見本ファンド）" });
});

const row = (label: string, value: string) => `<tr><td><p>${label}</p></td><td><p>${value}</p></td></tr>`;
const tagged = (name: string, value: string) => `<ix:nonNumeric name="${name}" contextRef="F">${value}</ix:nonNumeric>`;

interface MadeHolder {
  readonly name: string;
  readonly purpose: string;
  readonly share: string;
  readonly before?: string;
  readonly contract: string;
}

/** Each holder as the form in force since May 2026 has it, filer or joint holder. */
const holderPart = (kind: string) => (made: MadeHolder, at: number) =>
  [
    `<h3>${at + 1}【${kind}／${at + 1}】</h3><h4>（１）【${kind}の概要】</h4><h5>①【${kind}】</h5>`,
    `<table>${row("個人・法人の別", "法人（株式会社）")}${row("氏名又は名称", made.name)}${row("旧氏名又は名称", "")}</table>`,
    `<h4>（２）【保有目的】</h4>${made.purpose}<h4>（４）【上記${kind}の保有株券等の内訳】</h4><h5>②【株券等保有割合】</h5>`,
    `<table>${row("発行済株式等総数（株・口）", "23,000,000")}${row(`上記${kind}の株券等保有割合（％）`, made.share)}`,
    made.before === undefined ? "" : row("直前の報告書に記載された株券等保有割合（％）", made.before),
    `</table><h4>（６）【当該株券等に関する担保契約等重要な契約】</h4><p>${made.contract}</p>`,
  ].join("");

test.each([
  ["大量保有報告書", "large_holding_report"],
  ["変更報告書No.2", "large_holding_change_report"],
])("a package of several holders, %s, has each with its purpose, share and contract", async (title, type) => {
  const filers = [
    {
      name: "甲投資",
      purpose: "<p>純投資</p><p>及び提案</p>",
      share: "7.10",
      before: "5.13",
      contract: "乙銀行に担保差入",
    },
    { name: "乙ファンド", purpose: `<table>${row("純投資", "")}</table>`, share: "1.02", contract: "株券の貸借" },
  ];
  const joint = [
    { name: "丙ホールディングス", purpose: "", share: "0.50", before: "－", contract: "該当事項なし" },
    { name: "－", purpose: "", share: "", contract: "" },
  ];
  const issuer = [
    row("発行者の名称", tagged("jplvh_cor:NameOfIssuer", "無名株式会社")),
    row("証券コード", tagged("jplvh_cor:SecurityCodeOfIssuer", "123A")),
  ];
  const body = [
    `<h1>第１【発行者に関する事項】</h1><table>${issuer.join("")}</table>`,
    `<h1>第２【提出者に関する事項】</h1>${filers.map(holderPart("提出者（大量保有者）")).join("")}`,
    `<h1>第３【共同保有者に関する事項】</h1>${joint.map(holderPart("共同保有者")).join("")}`,
    `<h1>第４【提出者及び共同保有者に関する総括表】</h1><h2>１【提出者及び共同保有者】</h2><p>（１）甲投資</p>`,
    `<h2>２【株券等保有割合】</h2><table>${row("上記提出者及び共同保有者の株券等保有割合（％）", "8.62")}</table>`,
  ].join("");
  const [draft] = await readPackage(makeFiling({ report: "jplvh010000-lvh-001", title, body }));
  if (draft === undefined) throw new Error("no document");
  const facts = readFacts(draft, "S1000001.zip");
  expect(facts).toMatchObject({ type, title, securityCode: "123A", issuerName: "無名株式会社", edinetCode: undefined });
  const pieces = draft.sections.map((section) => ({ sectionId: section.title, text: section.markdown }));
  const { holders } = readHolders(pieces);
  expect(holders.map((each) => [each.name, each.purpose, each.ratio, each.before].map((of) => of?.text))).toEqual([
    ["甲投資", "純投資 及び提案", "7.10", "5.13"],
    ["乙ファンド", "純投資", "1.02", undefined],
    ["丙ホールディングス", undefined, "0.50", undefined],
  ]);
  const contracts = draft.sections.filter((section) => section.title.includes("重要な契約"));
  expect(contracts.map(({ markdown }) => markdown.split("\n").at(2))).toEqual([
    ...["乙銀行に担保差入", "株券の貸借", "該当事項なし", ""],
  ]);
});

test.each([
  ["jptoo020000-ton-001", "jptoo-ton_cor", "公開買付届出書", "tender_offer_statement"],
  ["jptoo040000-tor-001", "jptoo-tor_cor", "公開買付報告書", "other"],
])("the pages of %s are about the target, and not about who bids", async (report, prefix, title, type) => {
  const target = tagged(`${prefix}:NameOfSubjectCompanyTextBlock`, "<h3>１【対象者名】</h3><p>無名株式会社</p>");
  const [draft] = await readPackage(makeFiling({ report, title, body: `<h1>第１【公開買付要項】</h1>${target}` }));
  if (draft === undefined) throw new Error("no document");
  expect(readFacts(draft, "S1000001.zip")).toMatchObject({
    ...{ type, title, issuerName: "無名株式会社", securityCode: null, edinetCode: undefined },
  });
});
