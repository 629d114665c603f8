import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleText } from "../markdown/index.ts";
import { QuotedText } from "./find-quote.ts";
import { foldQuote } from "./fold-quote.ts";

const visibleOf = (source: string) => visibleText(source).text;

const text = `# 1 【事業等のリスク】

当社グループの売上高は１２，３４５百万円であり、前年比で増加して**いない**。為替の影響は&amp;\\*限定的である。

| 項目 | 2024年3月期 | 2025年3月期 |
|---|---:|---:|
| 売上高 | 12,345 | 13,579 |
| 営業損失 | △1,234 | △2,345 |
| ｶﾞｽ事業 | 7 | 8 |

The Company does not expect a material
impact. 売上高は減少した。売上高は減少した。
`;
const found = (quote: string) => new QuotedText(text).find(quote).passages.flatMap(({ parts }) => parts);
const seen = (quote: string) => found(quote).map(({ start, end }) => text.slice(start, end));

describe("a quote is found", () => {
  test.each([
    ["当社グループの売上高は12,345百万円であり、前年比で増加していない。", 1],
    ["売上高は\n１２,３４５ 百万円", 1],
    ["為替の影響は&*限定的である", 1],
    ["売上高 12,345 13,579", 1],
    ["営業損失 △1,234 △2,345", 1],
    ["ガス事業 7", 1],
    ["does not expect a material impact.", 1],
    ["does  not expect a ｍａｔｅｒｉａｌ impact", 1],
    ["売上高は減少した。", 2],
  ])("%s", (quote, times) => expect(found(quote)).toHaveLength(times));

  test("at the offsets of the delivered text", () => {
    expect(seen("売上高 12,345 13,579")).toEqual(["売上高 | 12,345 | 13,579"]);
    expect(seen("影響は&*限定")).toEqual(["影響は&amp;\\*限定"]);
    expect(seen("増加していない")).toEqual(["増加して**いない"]);
  });

  test("beside an ellipsis, in order", () => {
    const search = new QuotedText(text).find("当社グループの売上高は…前年比で増加していない");
    expect(search.ellipsis).toBe(true);
    expect(search.passages[0]?.parts.map(({ start, end }) => text.slice(start, end))).toEqual([
      "当社グループの売上高は",
      "前年比で増加して**いない",
    ]);
    expect(new QuotedText(text).find("前年比で増加していない（中略）当社グループの売上高は").passages).toEqual([]);
  });
});

describe("a quote is not found", () => {
  test.each([
    ["a changed digit", "売上高は12,346百万円"],
    ["a swallowed ない", "前年比で増加している。"],
    ["a swallowed not", "The Company does expect a material impact"],
    ["numbers that were run together", "12,34513,579"],
    ["words that were run together", "materialimpact"],
    ["a number that was cut apart", "売上高は12,3 45百万円"],
    ["katakana for hiragana", "前年比デ増加シテ"],
    ["other case", "the company does not expect"],
    ["a lost sign between", "営業損失 1,234"],
    ["too few words beside an ellipsis", "当社グループの売上高は…いない"],
    ["nothing", ""],
    ["spaces alone", " 　\n"],
  ])("%s", (_, quote) => expect(found(quote)).toEqual([]));
});

test("a quote that begins or ends inside a number says so", () => {
  expect(found("345百万円")[0]?.cutsNumber).toBe(true);
  expect(found("1,234")[0]?.cutsNumber).toBe(true);
  expect(found("売上高は12")[0]?.cutsNumber).toBe(true);
  expect(found("12,345百万円")[0]?.cutsNumber).toBe(false);
});

const piece = fc.constantFrom(
  "売上",
  "は",
  "12,3",
  "45",
  " ",
  "\n\n",
  "**",
  "ガ",
  "ｶﾞ",
  "A",
  "not",
  "（注）",
  "、",
  "|",
  "&lt;",
  "\\_",
  "𠮷",
);
const width = (word: string) =>
  [...word]
    .map((each) => (/[!-~]/.test(each) && each !== "|" ? String.fromCodePoint(each.charCodeAt(0) + 0xfee0) : each))
    .join("");

test("any visible stretch is found, at its place or an equal one, whatever its width and spacing", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 3, maxLength: 40 }),
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      (pieces, from, length, wide) => {
        const source = pieces.join("");
        const quoted = new QuotedText(source);
        const visible = visibleOf(source).match(/ｶﾞ|./gsu) ?? [];
        const start = from % Math.max(1, visible.length);
        const stretch = visible.slice(start, start + 1 + (length % 12)).join("");
        const quote = wide ? width(stretch) : stretch;
        if (foldQuote(quote).text === "") return;
        const places = quoted.find(quote).passages.flatMap(({ parts }) => parts);
        expect(places.length).toBeGreaterThan(0);
        for (const { start: at, end } of places) {
          expect(end).toBeGreaterThan(at);
          expect(source.slice(at, end).isWellFormed()).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});
