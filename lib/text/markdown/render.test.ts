import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

const html = (source: string, options = testOptions): string => renderMarkdown(source, options).html;

describe("rendering filed text", () => {
  test("the text of a document is not changed by a character", () => {
    const source = "髙島屋の𠮷田、ｶﾅ、①、㈱、△1,234百万円（前期比５.０％減）※1";
    const words = html(source).replace(/<[^>]+>/g, "");
    expect(words).toBe(source);
  });

  test("△ and ▲ before a figure are read out as minus, elsewhere not", () => {
    expect(html("△1,870百万円")).toContain('<span role="img" aria-label="マイナス">△</span>1,870');
    expect(html("▲ 5")).toContain('aria-label="マイナス">▲</span>');
    expect(html("△印は減少")).not.toContain("aria-label");
    expect(html("△5", { ...testOptions, language: "en" })).toContain('aria-label="minus"');
  });

  test("a note mark is superscript and links to its note; without a note it is only superscript", () => {
    const out = html("本文※1と※2。\n\n※1 注記。");
    expect(out).toContain('<sup><a href="#s1-note-1" aria-label="Note 1">※1</a></sup>');
    expect(out).toContain("<sup>※2</sup>");
    expect(out).toContain('<p class="note" id="s1-note-1">※1 注記。</p>');
  });

  test("in a table a note mark stays where it is: ※1814 may be note 1 and 814", () => {
    expect(html("| a | b |\n|---|---|\n| x | ※1814 |")).toContain("※1814");
  });

  test("a paragraph that begins with a space keeps it and is not indented twice", () => {
    expect(html("　当連結会計年度")).toBe('<p class="flush">　当連結会計年度</p>');
    expect(html("当連結会計年度")).toBe("<p>当連結会計年度</p>");
  });

  test("a line stands where the filer set it, by the one attribute that says so", () => {
    expect(html('<p align="right">2026年６月26日</p>')).toBe('<p class="end">2026年６月26日</p>');
    expect(html("<h6>為替レートの変動</h6>")).toBe(html("**為替レートの変動**"));
    expect(html('<p align="center"><strong>定款</strong></p>')).toBe('<p class="mid"><strong>定款</strong></p>');
    expect(html('<div align="right"><p>署名</p></div>')).toBe('<div class="end"><p>署名</p></div>');
    expect(html('<p align="justify" class="mid">本文</p>')).toBe("<p>本文</p>");
  });

  test("a unit at the right above a table is its unit, as one that says nothing of its place", () => {
    const table = "|  | 当期 |\n|-|-:|\n|売上高|1,234|";
    expect(html(`<p align="right">（単位：百万円）</p>\n\n${table}`)).toBe(html(`（単位：百万円）\n\n${table}`));
  });

  test("a line at the right that is no unit is no caption, one in the centre is", () => {
    const table = "|  | 当期 |\n|-|-:|\n|売上高|1,234|";
    expect(html(`<p align="right">各　位</p>\n\n${table}`)).toContain('<p class="end">各　位</p>');
    expect(html(`<p align="center">連結業績</p>\n\n${table}`)).toContain("<figcaption>連結業績");
  });

  test("vertical text is told once in its block, beside its words", () => {
    const span = '<span title="縦書き">';
    expect(html(`${span}甲</span>と${span}乙</span>`)).toBe(
      '<p><span title="Set vertically" data-vertical="Set vertically">甲</span>と<span title="Set vertically">乙</span></p>',
    );
    expect(html('<span title="買う">丙</span>')).toBe("<p><span>丙</span></p>");
  });

  test("text in the other language is marked with its language", () => {
    expect(html("Notes to the consolidated statements")).toContain('<p lang="en">');
    expect(html("日本語の段落", { ...testOptions, language: "en" })).toContain('<p lang="ja">');
    expect(html("売上高 ROE 8.4%")).not.toContain("lang=");
  });

  test("headings are shifted as requested and stay between 1 and 6", () => {
    expect(html("### 見出し", { ...testOptions, headingShift: -2 })).toBe("<h1>見出し</h1>");
    expect(html("# 見出し", { ...testOptions, headingShift: -2 })).toBe("<h1>見出し</h1>");
    expect(html("###### 見出し", { ...testOptions, headingShift: 2 })).toBe("<h6>見出し</h6>");
    expect(renderMarkdown("## 4【分析】\n\n本文", testOptions).heading).toBe("4【分析】");
    expect(renderMarkdown("本文\n\n## 後", testOptions).heading).toBeNull();
  });

  test("footnote links stay within their own text", () => {
    const out = html("本文[^a]\n\n[^a]: 注");
    expect(out).toContain('href="#s1-fn-a"');
    expect(out).toContain('<li id="s1-fn-a">');
  });

  test("ten times the cells take at most fifty times as long, so nothing is quadratic", () => {
    const row = `| 売上高 | ${"123,456 | △7,890 | ".repeat(4)}\n`;
    const head = `| 科目 | ${"前期 | 当期 | ".repeat(4)}\n|---|${"---|".repeat(8)}\n`;
    // Measured in processor time, so that other work on the machine does not affect the result.
    const work = (rows: number): number => {
      const start = process.cpuUsage();
      expect(html(head + row.repeat(rows)).match(/<tr/g)?.length).toBe(rows + 1);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    work(300);
    const small = Math.max(work(300), work(300), work(300));
    expect(work(3000)).toBeLessThan(small * 50);
  });
});

describe("tables", () => {
  const segment = [
    "セグメント別売上高",
    "",
    "（単位：百万円、％）",
    "",
    "| セグメント | 前期 | 当期 | 備考 |",
    "|---|---|---|---|",
    "| 精密 | 84,312 | △79,865 | 堅調 |",
    "| 計測 | － | 45,930 | 注1 |",
    "| 合計 | 84,312 | △33,935 | |",
  ].join("\n");

  test("the caption line and the unit before a table become its caption and its unit row", () => {
    const out = html(segment);
    expect(out).toMatch(/<figcaption>セグメント別売上高<span/);
    expect(out).toContain('<tr class="unit"><th colspan="4"><span>（単位：百万円、％）</span></th></tr>');
    expect(out).not.toContain("<p>");
    expect(out).toContain('aria-label="セグメント別売上高"');
  });

  test("the day and the unit before a table stand above its columns, in either order", () => {
    const table = "| a | b |\n|---|---|\n| x | 1 |";
    const rows =
      '<thead><tr class="day"><th colspan="2"><span>2024年3月31日現在</span></th></tr><tr class="unit"><th colspan="2"><span>（単位：百万円）</span></th></tr>';
    for (const lead of ["2024年3月31日現在\n\n（単位：百万円）", "（単位：百万円）\n\n2024年3月31日現在"]) {
      expect(html(`${lead}\n\n${table}`)).toContain(rows);
    }
  });

  test("the results of a statement are ruled, and not those of a list of key figures", () => {
    const rows = (last: string) =>
      html(`| 項目 | 金額 |\n|---|--:|\n| 売上高 | 9 |\n| 経常利益 | 5 |\n| ${last} | 4 |`).match(
        /<tr class="\w+">\s*<th[^>]*>[^<]+/g,
      );
    expect(rows("特別損失合計")).toEqual([
      expect.stringMatching(/class="ruled".*経常利益/),
      expect.stringMatching(/class="sum".*特別損失合計/),
    ]);
    expect(rows("従業員数")).toBeNull();
    expect(rows("現金及び現金同等物の期末残高")).toBeNull();
  });

  test("from one balance to the next profit is a change like others, and the last balance is a sum", () => {
    const out = html(
      "| 項目 | 資本金 |\n|---|--:|\n| 当期首残高 | 9 |\n| 剰余金の配当 | △1 |\n| 当期純利益 | 3 |\n| 当期変動額合計 | 2 |\n| 当期末残高 | 11 |",
    );
    expect(out).not.toContain("ruled");
    expect(out.match(/class="sum"/g)).toHaveLength(2);
  });

  test("a dash stands where the words or the figures of its column stand", () => {
    const out = html(
      "| 氏名 | 住所 | 株式数 | 前期 |\n|---|---|--:|--:|\n| 甲 | 東京都 | 1 | － |\n| 乙 | 京都市 | － | － |\n| 計 | － | 1 | － |",
    );
    expect(out.match(/<td class="l">－/g)).toHaveLength(1);
    expect(out.match(/<td>－/g)).toHaveLength(4);
  });

  test("blank cells beside a name of two rows go on without a rule, and others keep theirs", () => {
    const rows =
      "<tr><td rowspan=2>甲株式会社</td><td>12</td><td>取引の維持</td><td></td></tr><tr><td>34</td><td></td><td></td></tr>";
    const out = html(
      `<table><tr><th>銘柄</th><th>株式数</th><th>目的</th><th>備考</th></tr>${rows}<tr><td>乙</td><td>5</td><td></td><td></td></tr></table>`,
    );
    expect(out.match(/<td class="l on">/g)).toHaveLength(2);
    expect(out.match(/<td class="l">/g)).toHaveLength(4);
  });

  test("計 before a 合計 is the sum of its group", () => {
    const out = html("| 項目 | 金額 |\n|---|--:|\n| 土地 | 9 |\n| 計 | 9 |\n| 現金 | 1 |\n| 合計 | 10 |");
    expect(out).toMatch(/<tr class="ruled">\s*<th[^>]*>計[\s\S]*<tr class="sum">\s*<th[^>]*>合計/);
  });

  test("a note mark that stands apart from a figure is raised, and ※1814 is not", () => {
    const out = html("| 項目 | 前期 | 当期 |\n|---|--:|--:|\n| 土地 | ※１ 56,024 | ※1814 |");
    expect(out).toContain("<sup>※１</sup> 56,024");
    expect(out).toContain("<td>※1814</td>");
  });

  test("a subhead with the name of a result, and the first figure below it, have no rule", () => {
    const out = html(
      "| 項目 | 金額 |\n|---|--:|\n| 営業活動によるキャッシュ・フロー | |\n| 税引前利益 | 9 |\n| 小計 | 5 |\n| 営業活動によるキャッシュ・フロー | 4 |\n| 資産合計 | 4 |",
    );
    expect(out.match(/<tr class="ruled">/g)).toHaveLength(2);
    expect(out).not.toMatch(/<tr class="ruled">\s*<th[^>]*>税引前利益/);
  });

  test("what the filer underlines, strikes through, raises and lowers is shown so, and a raised note mark is a link once", () => {
    const out = html("ＣＯ<sub>2</sub>の<u>量</u>は<s>百</s>千<sup>※1</sup>である。\n\n※1　注記");
    expect(out).toContain("ＣＯ<sub>2</sub>の<u>量</u>は<s>百</s>千");
    expect(out).toContain('<sup><a href="#s1-note-1" aria-label="Note 1">※1</a></sup>');
    expect(html("<ruby>頒布<rt>はんぷ</rt></ruby>")).toContain("<ruby>頒布<rt>はんぷ</rt></ruby>");
  });

  test("the word that ends a notice stands at the right", () => {
    expect(html("本文\n\n以　上")).toContain('<p class="end">以　上</p>');
  });

  test("a sentence before a table is no caption", () => {
    expect(html("次のとおりであります。\n\n| a | b |\n|---|---|\n| x | 1 |")).toContain(
      "<p>次のとおりであります。</p>",
    );
  });

  test("figures are aligned right, labels and remarks left, headers like their column, totals are marked", () => {
    const out = html(segment);
    expect(out).toContain("<td>84,312</td>");
    expect(out).toContain('<td class="l">堅調</td>');
    expect(out).toMatch(/<th scope="col" class="l"[^>]*>備考/);
    expect(out).toMatch(/<th scope="col" style[^>]*>当期/);
    expect(out).toContain("<td>－</td>");
    expect(out).toMatch(/<tr class="sum">\s*<th scope="row">合計/);
  });

  test("a unit in a separate row, and headers that span columns and rows, are kept", () => {
    const out = html(
      "<table><tr><td colspan=3>（単位：千円）</td></tr><tr><td rowspan=2>区分</td><td colspan=2>金額</td></tr>" +
        "<tr><td>前期</td><td>当期</td></tr><tr><td>現金</td><td>1</td><td>△2</td></tr></table>",
    );
    expect(out).toContain('<tr class="unit"><th colspan="3"><span>（単位：千円）</span></th></tr>');
    expect(out).toMatch(/<thead>.*区分.*前期.*<\/thead>/s);
    expect(out).toContain('rowspan="2"');
    expect(out).toMatch(/<tbody><tr><th scope="row">現金/);
  });

  test("a table of words is aligned as text, and gets no header that it does not have", () => {
    const out = html("<table><tr><td>役職</td><td>氏名</td></tr><tr><td>取締役</td><td>山田</td></tr></table>");
    expect(out).toContain('class="figs words"');
    expect(out).not.toContain("<thead>");
  });

  test("more columns than fit the text width make a wide table", () => {
    const columns = 14;
    const line = (cell: string) => `|${` ${cell} |`.repeat(columns)}`;
    expect(html([line("期"), line("---"), line("123,456")].join("\n"))).toContain("figs wide");
  });

  test("a table in a cell stays in its cell", () => {
    const out = html("<table><tr><td>x<table><tr><td>1</td></tr></table></td></tr></table>");
    expect(out.match(/<figure/g)?.length).toBe(1);
    expect(out).toContain('<table class="inner">');
  });
});
