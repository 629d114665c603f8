import { expect, test } from "vitest";
import en from "../../../messages/en/documents.json";
import ja from "../../../messages/ja/documents.json";
import { documentTypes } from "../../contract/vocabulary.ts";
import { asksForDocuments, issuerReadings, matchDocuments, readDocumentQuestion } from "./document-question.ts";
import { foldWord, typeVocabulary } from "./type-vocabulary.ts";

test.each([
  ["7203 有報 2025", ["7203"], ["annual_securities_report"], 2025, null],
  ["2025 有報 7203", ["7203"], ["annual_securities_report"], 2025, null],
  ["トヨタ　短信　2024", ["トヨタ"], ["earnings_summary"], 2024, null],
  ["トヨタ有報2025", ["トヨタ"], ["annual_securities_report"], 2025, null],
  ["海鳴精機訂正有報", ["海鳴精機"], ["annual_securities_report"], null, null],
  ["Toyota annual report 2025", ["Toyota"], ["annual_securities_report"], 2025, null],
  ["Toyota Motor Annual Securities Reports FY25", ["Toyota", "Motor"], ["annual_securities_report"], 2025, null],
  ["７２０３ 四半報 Ｑ1", ["7203"], ["quarterly_report"], null, "Q1"],
  ["7203 2024Q3", ["7203"], [], 2024, "Q3"],
  ["7203 第一四半期 決算短信 2025年3月期", ["7203"], ["earnings_summary"], 2025, "Q1"],
  ["7203 臨報 令和7年", ["7203"], ["extraordinary_report"], 2025, null],
  ["7203 大量保有", ["7203"], ["large_holding_report", "large_holding_change_report"], null, null],
  ["7203 M&A", ["7203"], ["acquisition_or_merger"], null, null],
  ["7203 半期", ["7203"], ["semiannual_report"], null, null],
  ["toyota semi-annual report", ["toyota"], ["semiannual_report"], null, null],
])("%s is read as issuer, type and period", (text, words, types, year, part) => {
  expect(readDocumentQuestion(text)).toMatchObject({ words, types, year, part });
});

test("a number that could be a year is a code where nothing else names the issuer", () => {
  expect(readDocumentQuestion("2002 有報 2025")).toMatchObject({ words: ["2002"], year: 2025 });
  expect(readDocumentQuestion("2025")).toMatchObject({ words: ["2025"], year: null });
});

test("an issuer alone asks for no documents", () => {
  for (const text of ["7203", "Toyota", "海鳴精機", "2025"]) {
    expect(asksForDocuments(readDocumentQuestion(text), [])).toBe(false);
  }
  expect(asksForDocuments(readDocumentQuestion("7203 訂正"), [])).toBe(true);
});

test("a code names the issuer wherever it stands; else the longest name is tried first", () => {
  expect(issuerReadings(readDocumentQuestion("説明会 7203"))).toEqual([{ issuer: "7203", titleWords: ["説明会"] }]);
  expect(issuerReadings(readDocumentQuestion("Toyota Motor 株主還元"))).toEqual([
    { issuer: "Toyota Motor 株主還元", titleWords: [] },
    { issuer: "Toyota Motor", titleWords: ["株主還元"] },
    { issuer: "Toyota", titleWords: ["Motor", "株主還元"] },
  ]);
});

const document = (title: string, change: object = {}) => ({
  title,
  document_type: "annual_securities_report",
  fiscal_period: "2024FY",
  timeline_at: "2025-06-20T09:00:00+09:00",
  amends_document_id: null,
  ...change,
});

test("the fiscal year asked for comes before a year in the title and the year of filing", () => {
  const documents = [
    document("filed that year"),
    document("2025年3月期 有価証券報告書"),
    document("that fiscal year", { fiscal_period: "2025FY", timeline_at: "2026-06-20T09:00:00+09:00" }),
    document("another", { fiscal_period: "2022FY", timeline_at: "2023-06-20T09:00:00+09:00" }),
  ];
  const found = matchDocuments(documents, readDocumentQuestion("7203 有報 2025"), []);
  expect(found.map(({ title }) => title)).toEqual([
    "that fiscal year",
    "2025年3月期 有価証券報告書",
    "filed that year",
  ]);
});

test("a report comes before its amendment, unless amendments are asked for", () => {
  const documents = [document("（訂正）", { amends_document_id: "S1" }), document("有価証券報告書")];
  const found = matchDocuments(documents, readDocumentQuestion("7203 有報 2024"), []);
  expect(found.map(({ title }) => title)).toEqual(["有価証券報告書", "（訂正）"]);
});

test("type, part of the year, amendment and words of the title narrow the list", () => {
  const documents = [
    document("有価証券報告書"),
    document("有価証券報告書（訂正）", { amends_document_id: "S1" }),
    document("四半期報告書", { document_type: "quarterly_report", fiscal_period: "2024Q1" }),
    document("自己株式の取得状況に関するお知らせ", { document_type: "share_buyback", fiscal_period: null }),
  ];
  const titles = (text: string, words: readonly string[] = []) =>
    matchDocuments(documents, readDocumentQuestion(text), words).map(({ title }) => title);
  expect(titles("訂正")).toEqual(["有価証券報告書（訂正）"]);
  expect(titles("Q1")).toEqual(["四半期報告書"]);
  expect(titles("", ["取得状況"])).toEqual(["自己株式の取得状況に関するお知らせ"]);
  expect(titles("", ["quarterly"])).toEqual(["四半期報告書"]);
  expect(titles("短信")).toEqual([]);
});

test("the vocabulary begins with each type's name as the pages show it", () => {
  expect(Object.keys(typeVocabulary)).toEqual([...documentTypes]);
  for (const type of documentTypes) {
    expect(foldWord(typeVocabulary[type]?.en[0] ?? "")).toBe(foldWord(en[`type_${type}`]));
    expect(foldWord(typeVocabulary[type]?.ja[0] ?? "")).toBe(foldWord(ja[`type_${type}`]));
  }
});
