import { describe, expect, test } from "vitest";
import { SecurityCode } from "../../../lib/contract/ids.ts";
import type { Issuer } from "../../../lib/contract/resources.ts";
import { IssuerSearch } from "./issuer-search.ts";

function issuer(
  code: string,
  name: string,
  kana: string | null,
  english: string | null,
  more: Partial<Issuer> = {},
): Issuer {
  return {
    security_code: SecurityCode.parse(code),
    name,
    name_en: english,
    name_kana: kana,
    market: null,
    sector: null,
    edinet_code: null,
    corporate_number: null,
    ...more,
  };
}

const market = new IssuerSearch([
  issuer("971A", "海鳴精機株式会社", "ウミナリセイキ", "Uminari Seiki Co., Ltd.", {
    edinet_code: "E99017",
    corporate_number: "9999010097104",
  }),
  issuer("9710", "株式会社　海鳴ホールディングス", "ウミナリホールディングス", "Uminari Holdings, Inc."),
  issuer("25935", "株式会社髙﨑ヴィジョン第1回優先株式", "タカサキヴィジョン", "Takasaki Vision Corporation"),
  issuer("964A", "㈱凪原化学工業", "ナギハラカガクコウギョウ", "NAGIHARA CHEMICAL COMPANY, LIMITED"),
  issuer("938A", "ＡＩソリューション株式会社", "エーアイソリューション", "AI Solution K.K."),
]);
const codes = (question: string, limit = 10) =>
  market.search(question, limit).map((each) => String(each.security_code));

describe("an issuer is found by", () => {
  test.each([
    ["its code", "971A", "971A"],
    ["its code in lower case", "971a", "971A"],
    ["its code in full width", "９７１Ａ", "971A"],
    ["its code of five characters", "971A0", "971A"],
    ["the code of a preferred share", "25935", "25935"],
    ["its EDINET code", "e99017", "971A"],
    ["its corporate number", "9999010097104", "971A"],
    ["its corporate number with hyphens", "9-9990-1009-7104", "971A"],
    ["its name", "海鳴精機", "971A"],
    ["its name and form", "海鳴精機株式会社", "971A"],
    ["its form in front", "株式会社海鳴精機", "971A"],
    ["㈱ for its form", "海鳴精機㈱", "971A"],
    ["(株) for its form", "（株）海鳴精機", "971A"],
    ["a part of its name", "鳴精", "971A"],
    ["katakana", "ウミナリセイキ", "971A"],
    ["half-width katakana", "ｳﾐﾅﾘｾｲｷ", "971A"],
    ["hiragana", "うみなりせいき", "971A"],
    ["a space within", "海鳴 精機", "971A"],
    ["English in any case", "uminari seiki", "971A"],
    ["English with its form", "Uminari Seiki Co.,Ltd", "971A"],
    ["English in full width", "ＵＭＩＮＡＲＩ　ＳＥＩＫＩ", "971A"],
    ["common characters for those of names", "高崎ビジョン", "25935"],
    ["a name that is stored with ㈱", "凪原化学工業", "964A"],
    ["the other form of English", "nagihara chemical co., ltd.", "964A"],
    ["hiragana with a prolonged sound and small kana", "えーあいそりゅーしょん", "938A"],
    ["hiragana on the way to a prolonged sound", "えーあいそりゅー", "938A"],
    ["hiragana with the hyphen of a keyboard", "え-あいそりゅ-しょん", "938A"],
    ["hiragana of a sound written with ヴ", "たかさきゔぃ", "25935"],
    ["hiragana on the way to a sound written with ヴ", "たかさきゔ", "25935"],
    ["hiragana and katakana mixed", "うミなりせイき", "971A"],
    ["hiragana and half-width katakana mixed", "うﾐﾅりｾｲき", "971A"],
    ["hiragana with marks of its own", "うみなりせいき\u200b", "971A"],
    ["a dot between kana", "うみなり・せいき", "971A"],
    ["half-width Latin for full-width", "AIソリューション", "938A"],
    ["small kana written large", "エーアイソリユーシヨン", "938A"],
  ])("%s", (_what, question, code) => expect(codes(question)[0]).toBe(code));
});

test("an exact code comes first, then an exact name, then beginnings, then parts", () => {
  const search = new IssuerSearch([
    issuer("1001", "東海鳴商会", null, null),
    issuer("1002", "海鳴商会東", null, null),
    issuer("1003", "海鳴", null, null),
    issuer("9710", "九七一〇", null, null),
    issuer("971A", "甲", null, null),
  ]);
  expect(search.search("海鳴", 9).map((each) => each.name)).toEqual(["海鳴", "海鳴商会東", "東海鳴商会"]);
  expect(search.search("9710", 9).map((each) => String(each.security_code))).toEqual(["9710"]);
  expect(search.search("971", 9).map((each) => String(each.security_code))).toEqual(["971A", "9710"]);
});

test("a text in no name finds nothing, and neither do marks alone", () => {
  for (const question of ["存在しない会社", "zzzz", "・", "--", "%", "_"]) expect(codes(question)).toEqual([]);
});

test("a partly typed company form finds the companies of that form", () => {
  expect(codes("株式会社")).toHaveLength(5);
  expect(codes("海鳴精機株式")).toEqual(["971A"]);
  expect(codes("株式会社海鳴ほ")).toEqual(["9710"]);
});
