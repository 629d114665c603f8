import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleText } from "../markdown/index.ts";
import { foldQuote } from "./fold-quote.ts";
import { holdsQuote, prepareText, wholeOnly, withinPieces } from "./prepared-text.ts";
import { formFault } from "./quote-parts.ts";

const first = "当社グループの当連結会計年度の売上高は、前期に比べて12.5％増加し、34,567百万円となりました。";
const second = "当社は、為替予約（通貨「ドル」を対象とする。以下「本予約」という。）により、その影響を軽減しています。";
const third = "The Company does not expect a material impact on its results of operations. It holds no such assets.";
const row = "| 売上高及び営業収入並びにその他の営業収益の合計額 | 12,345 | 13,579 | 14,680 | 15,791 |";
const source = `## 1 【事業等のリスク】

${first}${second}

${third}

| 区分 | 第40期 | 第41期 | 第42期 | 第43期 |
|---|---:|---:|---:|---:|
${row}
| 為替の変動 | 外国為替相場の変動は、当社グループの業績及び財務状況に重要な影響を及ぼす可能性があります。 | 高 | 中 | 低 |

- 一つ目の項目は、当社グループの事業の全てにおいて将来にわたり継続して適用される方針であります。
`;
const text = prepareText([source]);
const told = (quote: string) => holdsQuote(text, quote, wholeOnly(text));
const plain = (cells: string) => cells.replaceAll("|", " ").trim();

describe("in text that may be told by whole sentences and rows alone", () => {
  test.each([
    ["a sentence", first],
    ["one whose brackets hold a full stop", second],
    ["two together", first + second],
    ["an English one", third.split(". ")[0] + "."],
    ["two English ones", third],
    ["a row", plain(row)],
    [
      "a sentence in a cell",
      "外国為替相場の変動は、当社グループの業績及び財務状況に重要な影響を及ぼす可能性があります。",
    ],
    ["an item", "一つ目の項目は、当社グループの事業の全てにおいて将来にわたり継続して適用される方針であります。"],
    ["other widths and line breaks", first.replace("12.5％", "１２．５%").replaceAll("、", "、\n")],
  ])("%s is there", (_what, quote) => expect(told(quote)).toEqual({ found: true, ellipsis: false, leftOut: [] }));

  test("parts on both sides of an ellipsis, in their order", () => {
    expect(told(`${first}（中略）${third}`)).toEqual({ found: true, ellipsis: true, leftOut: null });
    expect(told(`${third}……${first}`)).toEqual({ found: false, ellipsis: false, leftOut: [] });
  });

  test.each([
    ["a sentence without its end", first.slice(0, -1)],
    ["a sentence without its beginning", first.slice(1)],
    ["a sentence up to the point of a number", first.slice(0, first.indexOf(".") + 1)],
    ["a sentence up to a full stop in brackets", second.slice(0, second.indexOf("。") + 1)],
    ["the end of one and the beginning of the next", first.slice(20) + second.slice(0, 20)],
    ["a row without its last figure", plain(row.slice(0, row.lastIndexOf("| 15")))],
    ["a row without its name", plain(row.slice(row.indexOf("| 12")))],
    ["a row with another figure", plain(row.replace("14,680", "14,681"))],
    ["the cells after a cell that is a sentence", "重要な影響を及ぼす可能性があります。 高 中 低"],
    ["combining marks for a letter", first.normalize("NFD")],
    ["a letter that is a compatible one", first.replace("当社", "当㈳")],
    ["marks that nobody sees", first.replace("売上", "売\u200d上")],
    ["", ""],
  ])("%s is not", (_what, quote) => expect(told(quote).found).toBe(false));

  test("no prefix of any sentence is, and no suffix", () => {
    for (const sentence of [first, second, plain(row)]) {
      for (let length = 1; length < sentence.length; length++) {
        if (/\s/u.test(sentence.charAt(length)) || /\s/u.test(sentence.charAt(length - 1))) continue;
        expect(told(sentence.slice(0, length)).found, sentence.slice(0, length)).toBe(false);
        expect(told(sentence.slice(length)).found, sentence.slice(length)).toBe(false);
      }
    }
  });

  test("whatever is told is exactly a run of whole sentences and rows", () => {
    const { words, starts, ends } = text;
    const visible = visibleText(source).text;
    fc.assert(
      fc.property(fc.nat(visible.length), fc.nat(120), (from, length) => {
        const quote = visible.slice(from, from + length);
        if (quote.trim() !== quote || quote === "") return;
        const isWhole = [...words.placesOf(foldQuote(quote))].some(
          ({ start, end }) => starts.has(start) && ends.has(end),
        );
        expect(told(quote).found).toBe(isWhole);
      }),
      { numRuns: 800 },
    );
  });
});

test("in bought pieces any words are there, also over two that follow each other, and no others", () => {
  const pieces = [
    "第一の節は売上高を述べる。",
    "第二の節は費用を述べる。",
    "第三の節は利益を述べる。",
    "第四の節は配当を述べる。",
  ];
  const parted = prepareText(pieces.map((each) => `${each}\n\n`));
  const bought = (quote: string) =>
    holdsQuote(
      parted,
      quote,
      withinPieces(parted, (piece) => piece !== 2),
    ).found;
  expect(bought("節は売上")).toBe(true);
  expect(bought("述べる。第二の")).toBe(true);
  expect(bought("節は利益")).toBe(false);
  expect(bought("述べる。第三")).toBe(false);
  expect(bought("述べる。第四")).toBe(false);
  expect(bought("第四の節は配当を述べる。")).toBe(true);
  expect(bought("売上高を述べる…配当を述べる")).toBe(true);
});

test("the form of a quote over other text is judged by the quote alone", () => {
  const forty = "あ".repeat(40);
  expect(formFault(forty)).toBeUndefined();
  expect(formFault("あ ".repeat(39))).toBe("too_short");
  expect(formFault(`${"あ".repeat(39)}\u200b\u3000\ufeff`)).toBe("too_short");
  expect(formFault(`${forty}…${"い".repeat(39)}`)).toBe("too_short");
  expect(formFault(`……${forty}（中略）${forty}……`)).toBeUndefined();
  expect(formFault("…")).toBe("too_short");
  expect(formFault(Array(11).fill(forty).join("…"))).toBe("too_many_parts");
});
