import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

const html = (source: string): string => renderMarkdown(source, testOptions).html;

const career = (rows: readonly (readonly [string, string])[]) =>
  `<table><tbody>${rows.map(([day, words]) => `<tr><td>${day}</td><td>${words}</td></tr>`).join("")}</tbody></table>`;

const officers = (inner: string) =>
  `<table><thead><tr><th>役職名</th><th>氏名</th><th>略歴</th><th>株数</th></tr></thead><tbody><tr><td>代表取締役</td><td>見本 太郎</td><td>${inner}</td><td>1,200</td></tr></tbody></table>`;

describe("a career inside a cell", () => {
  const shown = html(
    officers(
      career([
        ["1994年4月", "当社入社"],
        ["2016年6月", "取締役就任、経営統括本部を管掌し海外の事業をあわせて担当（現在）"],
      ]),
    ),
  );

  test("is text: days label their rows, words stand to the left", () => {
    expect(shown).toContain('<th scope="row">1994年4月</th><td class="l">当社入社</td>');
    expect(shown).toContain('<table class="inner">');
  });
});

test("figures in a nested table stay to the right, and a row across it is no label", () => {
  const inner =
    '<table><tr><td colspan="2">内訳</td></tr><tr><td>国内</td><td>1,234</td></tr><tr><td>海外</td><td>△56</td></tr></table>';
  const shown = html(officers(inner));
  expect(shown).toContain('<td colspan="2" class="l">内訳</td>');
  expect(shown).toMatch(/<th scope="row">国内<\/th><td>1,234<\/td>/);
});

describe("notes", () => {
  const classes = (source: string) => [...html(source).matchAll(/<p(?: class="(\w+)")?[ >]/g)].map((match) => match[1]);

  test("１, ２ and ３ look alike, with what stands in between", () => {
    expect(classes("（注）１．甲の方法\n\n２．乙の方法\n\nなお、丙である。\n\n３ 丁の方法\n\n本文。")).toEqual([
      "note",
      "note",
      undefined,
      "note",
      undefined,
    ]);
  });

  test("numbers after a heading, or without a note before them, are text", () => {
    expect(classes("（注）１．甲\n\n## 見出し\n\n２．乙\n\n")).toEqual(["note", undefined]);
    expect(classes("１．甲\n\n２．乙")).toEqual([undefined, undefined]);
  });
});

test("short words among figures stand to the right as the figures do, long ones to the left", () => {
  const long = "翌期から新たな基準による数値を記載する予定であります。";
  const shown = html(
    `|項目|第１期|\n|-|-:|\n|設立|2024年３月|\n|売上高|1,234|\n|利益|56|\n|資産|78|\n|負債|90|\n|資本|12|\n|配当|普通株式<br>12.50|\n|備考|${long}|`,
  );
  expect(shown).toContain("<td>2024年３月</td>");
  expect(shown).toContain("<td>普通株式<br>12.50</td>");
  expect(shown).toContain(`<td class="l">${long}</td>`);
});

test("units, note numbers and periods under the first head row belong to the head", () => {
  const shown = html(
    "||注記|前期|当期|\n|-|-|-:|-:|\n|||（自 2022年1月1日）|（自 2023年1月1日）|\n|||百万円|百万円|\n|資産||||\n|現金|8|1,234|5,678|",
  );
  const [head = "", body = ""] = shown.split("</thead>");
  expect(head.match(/<tr>/g)).toHaveLength(3);
  expect(head).toContain("百万円");
  expect(body.match(/<tr>/g)).toHaveLength(2);
});
