import { expect, test } from "vitest";
import { plainText } from "../../../lib/text/format/plain-text.ts";
import { hashSections } from "../../domain/publishing/measure-sections.ts";
import { normaliseText } from "../../domain/publishing/normalise-text.ts";
import { buildSections } from "./build-sections.ts";
import { readPage } from "./read-page.ts";

const text = "為替相場の変動は当社グループの経営成績及び財政状態に影響を及ぼす可能性があり、影響は多岐にわたります。";
const titles = ["為替レートの変動", "原材料の価格", "金利の変動"];

function sectionsOf(headLeft: number, lines: readonly string[] = titles) {
  const body = lines
    .map((line) => `<p style="padding-left:${headLeft}pt">${line}</p><p style="padding-left:36pt">${text}</p>`)
    .join("");
  const { blocks } = readPage(`<html><body><h3>３ 【事業等のリスク】</h3>${body}</body></html>`);
  return buildSections(blocks, { coverTitle: "表紙", images: () => undefined });
}

test("lines that head their paragraphs by indentation are headings without a section of their own", () => {
  const sections = sectionsOf(18);
  expect(sections.map(({ title }) => title)).toEqual(["３ 【事業等のリスク】"]);
  for (const title of titles) expect(sections[0]?.markdown).toContain(`<h6>${title}</h6>\n\n${text}`);
});

test("two such lines, dates, sentences and lines at the edge of their text are text", () => {
  const others = ["2019年６月24日提出", "2020年１月７日提出", "2020年２月７日提出"];
  const sentences = ["次に述べます。", "それは次です。", "以下に示す。"];
  for (const plain of [
    sectionsOf(18, titles.slice(1)),
    sectionsOf(36),
    sectionsOf(18, others),
    sectionsOf(18, sentences),
  ])
    expect(plain[0]?.markdown).not.toContain("<h6>");
});

test("a document that is read anew has the same tags and words, so that nobody pays for it twice", () => {
  const [before, now] = [sectionsOf(36), sectionsOf(18)];
  expect(now[0]?.markdown).not.toBe(before[0]?.markdown);
  expect(hashSections(now)).toEqual(hashSections(before));
  expect(now.map((each) => each.sectionId)).toEqual(before.map((each) => each.sectionId));
  for (const read of [normaliseText, plainText]) {
    expect(now.map((each) => read(each.markdown))).toEqual(before.map((each) => read(each.markdown)));
  }
});
