import fc from "fast-check";
import { expect, test } from "vitest";
import { renderedText, squeeze } from "../testing/visible-text.ts";
import { buildSections } from "./build-sections.ts";
import { readPage } from "./read-page.ts";

/** The Markdown of a page's body. */
function markdownOf(body: string): string {
  const { blocks } = readPage(`<html><body>${body}</body></html>`);
  return buildSections(blocks, { coverTitle: "表紙", images: () => undefined })
    .map((section) => section.markdown)
    .join("");
}

test.each([
  ["underlined", '<p><span style="text-decoration:underline;">有価証券</span>の評価</p>', "<u>有価証券</u>の評価"],
  ["underlined by an element", "<p>次の<u>重要な</u>事項</p>", "次の<u>重要な</u>事項"],
  ["struck through", "<p>旧<s>百円</s>二百円</p>", "旧<s>百円</s>二百円"],
  ["struck through by style", '<p>旧<span style="text-decoration: line-through">百円</span></p>', "旧<s>百円</s>"],
  ["lowered", "<p>ＣＯ <span><sub> ２ </sub></span> 排出量</p>", "ＣＯ <sub>２</sub> 排出量"],
  ["raised", "<p>「ギャバ<sup>&#9415;</sup>」</p>", "「ギャバ<sup>Ⓡ</sup>」"],
  ["raised by style", '<p>m<span style="vertical-align:super">2</span></p>', "m<sup>2</sup>"],
  ["a reading", "<p><ruby>頒布<rt>はんぷ</rt></ruby>する</p>", "<ruby>頒布<rt>はんぷ</rt></ruby>する"],
  ["two at once", "<p><u>ＣＯ<sub>2</sub>の</u>量</p>", "<u>ＣＯ<sub>2</sub>の</u>量"],
  ["set vertically", '<p>印<span style="writing-mode: vertical-rl">縦</span></p>', '印<span title="縦書き">縦</span>'],
  ["set vertically as a block", '<div style="writing-mode:tb-rl"><p>縦</p></div>', '<span title="縦書き">縦</span>'],
])("what is %s is kept as it is", (_how, body, wanted) => {
  expect(markdownOf(body)).toBe(`${wanted}\n\n`);
});

test("a mark in a cell is kept in pipe tables and in HTML tables", () => {
  const row = "<tr><td>面積</td><td>1,000</td></tr>";
  const pipes = markdownOf(`<table><tr><th>区分</th><th>m<sup>2</sup></th></tr>${row}${row}</table>`);
  expect(pipes).toContain("|m<sup>2</sup>|");
  const html = markdownOf(
    `<table><tr><th rowspan="2">区分</th><th>m<sup>2</sup></th></tr><tr><td>a</td></tr>${row}</table>`,
  );
  expect(html).toContain("m<sup>2</sup></th>");
});

test("a mark over several lines is closed on each of them", () => {
  expect(markdownOf("<p><u>一行<br/>二行</u></p>")).toBe("<u>一行</u>\\\n<u>二行</u>\n\n");
});

test("the alignment of a cell is no raised text, and an address is underlined by its link alone", () => {
  expect(markdownOf('<p style="vertical-align:super">本文</p>')).toBe("本文\n\n");
  expect(markdownOf('<p>（<span style="text-decoration: underline">https://www.example.co.jp/</span>）</p>')).toBe(
    "（https://www.example.co.jp/）\n\n",
  );
});

test("a heading has no marks of its own", () => {
  expect(markdownOf("<h2><u>第１【企業の概況】</u></h2><p>本文</p>")).toBe("# 第１【企業の概況】\n\n本文\n\n");
});

test("whatever is marked, a renderer shows the same characters, and the same without marks", () => {
  const words = fc.stringMatching(/^[ぁ-ん漢0-9a-z *_<>&[\]!()#|~`\\:/.\u3000\u00a0-]{0,8}$/u);
  const tag = fc.constantFrom("u", "s", "sup", "sub", "span", "b");
  const run = fc.tuple(tag, words, fc.boolean()).map(([name, text, breaks]) => ({
    html: `<${name}>${escaped(text)}</${name}>${breaks ? "<br/>" : ""}`,
    text,
  }));
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (runs) => {
      const body = runs.map((each) => each.html).join("");
      for (const page of [
        `<p>${body}</p>`,
        `<table><tr><th>a</th><th>b</th></tr><tr><td>${body}</td><td>1</td></tr></table>`,
      ]) {
        const text = squeeze(renderedText(markdownOf(page)));
        const before = page.startsWith("<p>") ? "" : "ab";
        const after = page.startsWith("<p>") ? "" : "1";
        expect(text).toBe(before + squeeze(runs.map((each) => each.text).join("")) + after);
      }
    }),
    { numRuns: 200 },
  );
});

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
