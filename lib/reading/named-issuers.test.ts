import { describe, expect, test } from "vitest";
import { Issuer } from "../contract/resources.ts";
import { foldForLookup } from "../text/format/issuer-index.ts";
import { findIssuers, namesIn } from "./named-issuers.ts";

const issuerOf = (security_code: string, name: string, name_en: string) =>
  Issuer.parse({
    security_code,
    name,
    name_en,
    name_kana: null,
    market: null,
    sector: null,
    edinet_code: null,
    corporate_number: null,
  });

const issuers = [
  issuerOf("4452", "花王株式会社", "Kao Corporation"),
  issuerOf("5310", "東洋炭素株式会社", "TOYO TANSO CO.,LTD."),
  issuerOf("3116", "トヨタ紡織株式会社", "TOYOTA BOSHOKU CORPORATION"),
  issuerOf("7203", "トヨタ自動車株式会社", "TOYOTA MOTOR CORPORATION"),
  issuerOf("8015", "豊田通商株式会社", "TOYOTA TSUSHO CORPORATION"),
  issuerOf("2802", "味の素株式会社", "Ajinomoto Co., Inc."),
  issuerOf("8324", "株式会社第四銀行", "The Daishi Bank, Ltd."),
  issuerOf("3382", "株式会社セブン＆アイ・ホールディングス", "Seven & i Holdings Co., Ltd."),
];

function finds(read: readonly string[]) {
  const asked: string[] = [];
  return {
    asked,
    issuers: async (words: string) => {
      asked.push(words);
      const typed = foldForLookup(words);
      return issuers.filter((each) =>
        [each.name, each.name_en ?? "", each.security_code].some((name) => foldForLookup(name).includes(typed)),
      );
    },
    documents: async (codes: readonly string[]) =>
      read.filter((code) => codes.includes(code)).map((security_code) => ({ security_code })),
  };
}
const codesOf = async (question: string, read: readonly string[] = ["4452", "7203", "3382"]) =>
  (await findIssuers(finds(read), question, [])).map(({ security_code }) => security_code);

describe("issuers that a question names", () => {
  test.each([
    ["花王の2023年12月期の売上高はいくらか", ["4452"]],
    ["セブン＆アイの従業員数（連結）は何人ですか", ["3382"]],
    ["What are the business risks of Toyota regarding semiconductors?", ["7203"]],
    ["トヨタの研究開発費", ["7203"]],
    ["トヨタ紡織の研究開発費", ["3116"]],
    ["7203の平均年間給与", ["7203"]],
    ["Compare the dividends of Kao and Toyota Motor", ["4452", "7203"]],
    ["味の素の研究開発費", ["2802"]],
    ["花王と味の素の配当性向", ["2802", "4452"]],
    ["What is the dividend policy of The Daishi Bank?", ["8324"]],
    ["Daishi Bank's largest shareholders", ["8324"]],
    ["売上高が最も大きい事業は何か", []],
  ])("%s", async (question, codes) => {
    expect((await codesOf(question)).toSorted()).toEqual(codes.toSorted());
  });

  test("of names that begin alike those with documents are meant; without any, all of them", async () => {
    expect(await codesOf("トヨタの配当", ["3116"])).toEqual(["3116"]);
    expect(await codesOf("トヨタの配当", [])).toEqual(["3116", "7203"]);
  });

  test("the words of an English sentence cost no look-up", () => {
    expect(namesIn("What are the business risks of Toyota regarding semiconductors?")).toEqual(["Toyota"]);
  });
});
