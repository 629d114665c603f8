import { describe, expect, test } from "vitest";
import { isSentence, suggestsLexical } from "./query-words.ts";

describe("the suggested kind of search", () => {
  test.each(["政策保有株式", "継続企業の前提", "減損 のれん", '"継続企業の前提" 重要な疑義', "AI", "share buyback"])(
    "is lexical for %s",
    (query) => expect(suggestsLexical(query)).toBe(true),
  );
  test.each([
    "原材料価格の上昇を販売価格に転嫁できた企業",
    "なぜ減益になったのか",
    "配当方針はどう変わったか？",
    "how did raw material prices affect margins",
    "",
  ])("is evidence search for %s", (query) => expect(suggestsLexical(query)).toBe(false));
});

describe("a sentence", () => {
  test.each([
    "原材料価格の上昇を販売価格に転嫁できた企業",
    "なぜ減益になったのか",
    "配当方針はどう変わったか？",
    "任天堂の従業員は何人ですか",
    "売上高が減少した理由",
    "売上高は増加しました。",
    "How did raw material prices affect margins",
    "what is the dividend policy?",
    "companies whose sales to one customer are large",
  ])("%s", (query) => expect(isSentence(query)).toBe(true));
  test.each([
    "政策保有株式",
    "継続企業の前提に関する重要な疑義",
    "親会社株主に帰属する当期純利益",
    "減損 のれん",
    "6861 自己資本比率",
    "味の素",
    "The Aoarashi Bank, Ltd.",
    "Notes to the consolidated financial statements",
    "share buyback",
    "「売上高が減少した理由」",
    '"sales have declined because"',
    "配当？",
    "",
  ])("not %s", (query) => expect(isSentence(query)).toBe(false));
});
