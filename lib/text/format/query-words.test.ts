import { describe, expect, test } from "vitest";
import { suggestsLexical } from "./query-words.ts";

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
