import { expect, test } from "vitest";
import { buildSections } from "../../ingest/text/build-sections.ts";
import { readPage } from "../../ingest/text/read-page.ts";
import { englishTitle } from "./english-titles.ts";

const tag = (name: string, inside: string) => `<ix:nonNumeric name="jpcrp_cor:${name}">${inside}</ix:nonNumeric>`;

/** The titles that a filing of this body has in English. */
function titlesOf(body: string): Readonly<Record<string, string | null>> {
  const { blocks } = readPage(`<html><body>${body}</body></html>`);
  const sections = buildSections(blocks, { coverTitle: "表紙", images: () => undefined });
  return Object.fromEntries(sections.map(({ title, names }) => [title, englishTitle(title, () => names ?? [])]));
}

test("a heading of the form has the form's name, whatever is tagged where it begins", () => {
  const shares = tag("ClassesOfSharesEtcTextBlock", "<h3>【株式の種類等】</h3><p>普通株式の取得</p>");
  const notes = tag("NotesFinancialInformationOfInvestmentTrustManagementCompanyTextBlock", "<p>重要な会計方針</p>");
  expect(titlesOf(`<h2>２【自己株式の取得等の状況】</h2>${shares}<h2>【注記事項】</h2>${notes}`)).toMatchObject({
    "２【自己株式の取得等の状況】": "Acquisition of treasury shares",
    "【株式の種類等】": "Classes of shares",
    "【注記事項】": "Notes",
  });
});

test("a heading of the form is named without its tags, which are stored packed", () => {
  const unpack = () => {
    throw new Error("unpacked");
  };
  expect(englishTitle("２【自己株式の取得等の状況】", unpack)).toBe("Acquisition of treasury shares");
});

test("another heading has the name of the element that it begins, and not of one that begins after it", () => {
  const within = tag("SeabedResourcesTextBlock", "<h2>３【海底資源の状況】</h2><p>採掘量は増えた。</p>");
  const after = `<h2>４【深海資源の状況】</h2>${tag("ManganeseNodulesTextBlock", "<p>採掘量は減った。</p>")}`;
  expect(titlesOf(within + after)).toEqual({
    "３【海底資源の状況】": "Seabed resources",
    "４【深海資源の状況】": null,
  });
});

test("a heading in the filer's own words has none", () => {
  const own = tag("PolicyOnDevelopmentOfHumanResourcesTextBlock", "<h2>③社員</h2><p>社員の育成に努める。</p>");
  expect(titlesOf(`<h1>第１【事業の状況】</h1>${own}`)["③社員"] ?? null).toBeNull();
  expect(englishTitle("③社員", () => [{ name: "jpcrp_cor:PolicyTextBlock", label: "③社員" }])).toBeNull();
});

test.each([
  ["（８）【申込取扱場所】", "PlaceForApplicationSecurityInformation", "Place for application"],
  ["２【臨時報告書】", "ExtraordinarySecuritiesReportReferenceDocuments", "Extraordinary securities report"],
  [
    "第２【補完情報】",
    "SupplementaryInformationAboutReferenceDocuments",
    "Supplementary information about reference documents",
  ],
  [
    "１【委託会社等の概況】",
    "OverviewOfInvestmentTrustManagementCompany",
    "Overview of investment trust management company",
  ],
  ["④【監査報酬の方針】", "PolicyOnDeterminingAuditFeeNA", "Policy on determining audit fee"],
])("%s: the part of the form is left out of %s", (title, name, expected) => {
  expect(englishTitle(title, () => [{ name: `jpcrp_cor:${name}TextBlock`, label: title }])).toBe(expected);
});

test("a note has the name of the form by its own words alone, and none where the filer wrote it wrongly", () => {
  const tagged = (title: string, name: string) =>
    englishTitle(title, () => [{ name: `jpcrp_cor:${name}TextBlock`, label: title }]);
  expect(tagged("（デリバディブ取引関係）", "NotesDerivativesConsolidatedFinancialStatements")).toBeNull();
  expect(tagged("（デリバティブ取引関係）", "NotesDerivativesConsolidatedFinancialStatements")).toBe("Derivatives");
  expect(tagged("（金銭の信託関係）", "NotesMoneyHeldInTrustConsolidatedFinancialStatements")).toBe(
    "Money held in trust",
  );
  expect(tagged("（当社の取り組み）", "NotesMoneyHeldInTrustConsolidatedFinancialStatements")).toBeNull();
});

test("a heading that is called like a property of objects has no name", () => {
  expect(englishTitle("constructor", () => [])).toBeNull();
});
