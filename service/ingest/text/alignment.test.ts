import { expect, test } from "vitest";
import { plainText } from "../../../lib/text/format/plain-text.ts";
import { hashSections } from "../../domain/publishing/measure-sections.ts";
import { normaliseText } from "../../domain/publishing/normalise-text.ts";
import { csvBlocks } from "../package/csv-text.ts";
import { comparable } from "../pdf/comparable.ts";
import { renderedText } from "../testing/visible-text.ts";
import { buildSections } from "./build-sections.ts";
import { readPage } from "./read-page.ts";

function sectionsOf(body: string, css = "") {
  const { blocks } = readPage(`<html><head><style>${css}</style></head><body>${body}</body></html>`);
  return buildSections(blocks, { coverTitle: "表紙", images: () => undefined });
}

const markdownOf = (body: string, css?: string): string =>
  sectionsOf(body, css)
    .map((section) => section.markdown)
    .join("");

test.each([
  ["a date", '<p style="text-align: right">2026年６月26日</p>', '<p align="right">2026年６月26日</p>'],
  ["a title", '<p style="text-align:center"><b>定 款</b></p>', '<p align="center"><strong>定 款</strong></p>'],
  ["an old page", '<p align="right">株式会社甲</p>', '<p align="right">株式会社甲</p>'],
  ["by what is around it", "<center><p>定款</p></center>", '<p align="center">定款</p>'],
  ["two lines", '<p align="right">株式会社甲<br/>代表取締役</p>', '<p align="right">株式会社甲<br>代表取締役</p>'],
  ["a mark", '<p align="right">*甲* <u>乙</u> R&amp;D</p>', '<p align="right">*甲* <u>乙</u> R&D</p>'],
])("%s keeps its place", (_what, body, wanted) => {
  expect(markdownOf(body)).toBe(`${wanted}\n\n`);
});

test("a style sheet's class aligns as a style does", () => {
  expect(markdownOf('<p class="a r">２月</p>', ".r { color: red; text-align: right; }")).toBe(
    '<p align="right">２月</p>\n\n',
  );
  expect(markdownOf('<p class="r" style="text-align:left">２月</p>', ".r { text-align: right }")).toBe("２月\n\n");
});

test("a unit in the first row of a table stands at the right above it", () => {
  const rows = "<tr><td>区分</td><td>当期</td></tr><tr><td>売上高</td><td>1,234</td></tr>";
  const table = `<table><tr><td colspan="2" style="text-align:right">（単位：百万円）</td></tr>${rows}</table>`;
  expect(markdownOf(table)).toBe('<p align="right">（単位：百万円）</p>\n\n|区分|当期|\n|-|-:|\n|売上高|1,234|\n\n');
});

test("cells that stood beside each other, and text of several lines, are set like text", () => {
  expect(
    markdownOf('<table align="center"><tr><td align="center">甲</td><td align="center">＝</td></tr></table>'),
  ).toBe("甲\n\n＝\n\n");
  expect(markdownOf('<p align="right">&lt;甲&gt;&amp;copy;</p>')).toBe("<甲>\\&copy;\n\n");
  const long = "お客さま本位で考え、行動します。".repeat(5);
  expect(markdownOf(`<p align="center">${long}</p>`)).toBe(`${long}\n\n`);
  expect(markdownOf(`<table><tr><td align="center"><p>第1章</p><p>${long}</p></td></tr></table>`)).not.toContain("<p");
});

// That a reader who quotes reads the same words is tested where they are read, in lib/text/markdown.
test("alignment changes no id, no tag, no word that is searched or compared", () => {
  const page = (align: string) =>
    `<h2>第１【企業の概況】</h2><p style="text-align:${align}">R&amp;D <b>2026</b>年６月26日</p><p>本文</p>`;
  const [plain, set] = [sectionsOf(page("left")), sectionsOf(page("right"))];
  expect(set[0]?.markdown).not.toBe(plain[0]?.markdown);
  expect(set.map((each) => each.sectionId)).toEqual(plain.map((each) => each.sectionId));
  expect(hashSections(set)).toEqual(hashSections(plain));
  for (const read of [normaliseText, plainText, renderedText, lettersOf]) {
    expect(set.map((each) => read(each.markdown))).toEqual(plain.map((each) => read(each.markdown)));
  }
});

const lettersOf = (markdown: string): string => comparable(markdown).text;

test("text blocks of a CSV package, which say nothing of their place, have none", () => {
  const line = {
    item: "投資リスク [テキストブロック]",
    period: "",
    unit: "",
    value: "①　為替変動リスク",
    isText: true,
  };
  const [section] = buildSections(csvBlocks([line]), { coverTitle: "表紙", images: () => undefined });
  expect(section?.markdown).toBe("# 投資リスク\n\n①　為替変動リスク\n\n");
});
