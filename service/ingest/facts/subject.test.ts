import { expect, test } from "vitest";
import { readPackage } from "../package/read-package.ts";
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
