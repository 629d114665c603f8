import { expect, test } from "vitest";
import type { PageStart } from "../toc/pages.ts";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

const html = (source: string, pages: readonly PageStart[]) => renderMarkdown(source, { ...testOptions, pages }).html;
/** Each element that begins a page, with its first words. */
const marked = (source: string, pages: readonly PageStart[]) =>
  [
    ...html(source, pages).matchAll(/<(\w+)[^>]* data-page="(\d+)"[^>]*>([\s\S]*?)(?=<\/(?:p|h\d|tr|figcaption)>)/g),
  ].map(([, tag, page, inside]) => `${tag} ${page} ${inside?.replace(/<[^>]*>/g, "").trim()}`);

test("the first block that begins on a page says so, and no other", () => {
  const source = "# 業績\n\n前半の段落。\n\n後半の段落。\n\n終わりの段落。\n";
  expect(marked(source, [{ at: source.indexOf("後半") - 1, page: 2 }])).toEqual(["p 2 後半の段落。"]);
  expect(html(source, [])).not.toContain("data-page");
});

test("a page that begins in the middle of a paragraph is marked there", () => {
  const source = "長い段落が**太く**続く。\n\n- 項目の*途中*から。\n\n次の段落。\n";
  const pages = [
    { at: source.indexOf("が"), page: 5 },
    { at: source.indexOf("く**"), page: 6 },
    { at: source.indexOf("途中"), page: 7 },
    { at: source.indexOf("次の") - 2, page: 8 },
  ];
  const made = html(source, pages);
  expect(made).toContain(
    '長い段落<span data-page="5"></span>が<strong>太<span data-page="6"></span>く</strong>続く。</p>',
  );
  expect(made).toContain('<em><span data-page="7"></span>途中</em>');
  expect(made).toMatch(/<p[^>]* data-page="8"[^>]*>次の段落/);
});

test("of pages that begin at one place the last is told, and none is lost behind an escape", () => {
  const source = "前\\*\\*\\*後\n\n次の段落。\n";
  const pages = [
    { at: source.indexOf("後"), page: 2 },
    { at: source.indexOf("次の"), page: 3 },
    { at: source.indexOf("次の"), page: 4 },
  ];
  expect([...html(source, pages).matchAll(/data-page="(\d)"/g)].map(([, page]) => page)).toEqual(["2", "4"]);
});

test("rows of a long table say on which page they stand", () => {
  const rows = Array.from({ length: 6 }, (_, at) => `| 科目${at} | ${at},000 |`);
  const source = `前置き。\n\n| 科目 | 当期 |\n| --- | --- |\n${rows.join("\n")}\n\n後書き。\n`;
  const pages = [
    { at: source.indexOf("| 科目 |"), page: 2 },
    { at: source.indexOf("| 科目3"), page: 3 },
    { at: source.indexOf("後書き"), page: 4 },
  ];
  expect(marked(source, pages).map((each) => each.split(/\s+/).slice(0, 2).join(" "))).toEqual([
    "figure 2",
    "tr 3",
    "p 4",
  ]);
  expect(marked(source, pages)[1]).toContain("科目3");
});

test("a table that took its unit and caption with it keeps their page", () => {
  const source = "本文。\n\n（単位：百万円）\n\n| 科目 | 当期 |\n| --- | --- |\n| 売上高 | 1,000 |\n";
  expect(html(source, [{ at: source.indexOf("（単位"), page: 9 }])).toMatch(/<figure[^>]* data-page="9"/);
});

test("blocks around a table of HTML are marked too", () => {
  const source = "本文。\n\n<table><tr><td rowspan=2>甲</td><td>1</td></tr><tr><td>2</td></tr></table>\n\n続き。\n";
  expect(marked(source, [{ at: source.indexOf("続き"), page: 7 }])).toEqual(["p 7 続き。"]);
});

test("a document can forge no mark", () => {
  const id = `page-${crypto.randomUUID()}-3`;
  const source = `<span id="${id}"></span><p data-page="4">甲</p>\n\n<span id="${id}">乙</span>丙\n`;
  const made = html(source, [{ at: 1000, page: 2 }]);
  expect(made).not.toContain("data-page");
  expect(made).not.toContain("page-");
});
