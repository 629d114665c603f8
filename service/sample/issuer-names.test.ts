import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SecurityCode } from "../../lib/contract/ids.ts";
import type { Issuer } from "../../lib/contract/resources.ts";
import { IssuerIndex } from "../../lib/text/format/issuer-index.ts";
import { IssuerSearch } from "../domain/issuers/issuer-search.ts";
import { readSampleData } from "./data.ts";
import { issuerOf } from "./issuers.ts";

const data = readSampleData();

/** The kana names of a large sample market, each stem with many suffixes, and names with every sound that is written in more than one way. */
const kanaNames = [
  ...Array.from({ length: 2_000 }, (_, index) => issuerOf(data, 1, index).issuer.nameKana),
  "エナジー",
  "ヴィアホールディングス",
  "キユーピーヴェール",
  "ジェイ・パワー",
  "スズキ",
  "バヽキ",
  "ハーバー・ヴュー",
  "サーバーヲ",
  "ヰセキヱビス",
];

const issuers: readonly Issuer[] = [...new Set(kanaNames)].map((kana, at) => ({
  security_code: SecurityCode.parse(String(at).padStart(6, "X")),
  name: `社名${at}`,
  name_en: null,
  name_kana: kana,
  market: null,
  sector: null,
  edinet_code: null,
  corporate_number: null,
}));

const hiragana = (text: string) =>
  text.replace(/[ァ-ヶヽヾ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
const small = "ァィゥェォャュョヮヵヶ";
const large = (text: string) =>
  text.replace(/[ァィェォャュョ]/gu, (kana) => "アイエオヤユヨ"["ァィェォャュョ".indexOf(kana)] ?? kana);
const halfWidth = (text: string) => [...text].map((kana) => narrow.get(kana) ?? kana).join("");
const narrow = new Map(
  Array.from({ length: 0xff9f - 0xff66 + 1 }, (_, at) => String.fromCharCode(0xff66 + at)).flatMap((half) => [
    [half.normalize("NFKC"), half],
    ...["ﾞ", "ﾟ"].map((mark) => [(half + mark).normalize("NFKC"), half + mark] as const),
  ]) as [string, string][],
);

const spellings: Readonly<Record<string, (kana: string) => string>> = {
  katakana: (kana) => kana,
  hiragana,
  "half-width katakana": halfWidth,
  "large kana": (kana) => (/ヴ/.test(kana) ? kana : large(kana)),
  "hiragana and katakana in turns": (kana) =>
    [...kana].map((each, at) => (at % 2 === 0 ? hiragana(each) : each)).join(""),
  "hiragana and half-width in turns": (kana) =>
    [...kana].map((each, at) => (at % 3 === 0 ? hiragana(each) : halfWidth(each))).join(""),
};

const service = new IssuerSearch(issuers);
const field = new IssuerIndex<Issuer>();
field.learn(issuers);
const searches: Readonly<Record<string, (question: string) => readonly Issuer[]>> = {
  "the service": (question) => service.search(question, issuers.length),
  "the web app's field": (question) => field.search(question, issuers.length).map(({ issuer }) => issuer),
};

describe.each(Object.entries(searches))("%s", (_where, search) => {
  test.each(Object.entries(spellings))("finds every kana name of the sample in %s", (_how, spell) => {
    const lost = issuers.filter((issuer) => !search(spell(issuer.name_kana ?? "")).includes(issuer));
    expect(lost.map((issuer) => issuer.name_kana)).toEqual([]);
  });

  test("finds each by every beginning of it, however it is spelled", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...issuers),
        fc.constantFrom(...Object.values(spellings)),
        fc.nat(40),
        (issuer, spell, cut) => {
          const characters = [...(issuer.name_kana ?? "")];
          const beginning = characters.slice(0, 1 + (cut % characters.length)).join("");
          // A sound of two kana is typed as one.
          fc.pre(beginning !== "ヴ" && !small.includes(beginning));
          expect(search(spell(beginning))).toContain(issuer);
        },
      ),
      { numRuns: 250 },
    );
  });

  test("finds the same for hiragana as for katakana", () => {
    for (const [typed, katakana] of [
      ["かがりのじゅうき", "カガリノジュウキ"],
      ["あおあらしじゅし", "アオアラシジュシ"],
      ["えなじー", "エナジー"],
    ] as const) {
      expect(search(typed).length).toBeGreaterThan(0);
      expect(search(typed)).toEqual(search(katakana));
    }
  });
});
