import { describe, expect, test } from "vitest";
import { buildSections } from "./build-sections.ts";
import { readPage } from "./read-page.ts";

/** The table of contents of a page: titles indented by their level. */
function contents(...pages: string[]): string[] {
  const blocks = pages.flatMap((page) => readPage(`<html><body>${page}</body></html>`).blocks);
  return buildSections(blocks, { coverTitle: "表紙", images: () => undefined }).map(
    (section) => "-".repeat(section.level - 1) + section.title,
  );
}

const body = `<p>${"当社は見本を製造し、国内と海外の顧客に届けています。".repeat(4)}</p>`;

describe("levels", () => {
  test("run across files and follow the legal numbering, whatever the tag", () => {
    const pages = [
      `<h1>第一部 【企業情報】</h1><h2>第１ 【企業の概況】</h2><h3>１ 【沿革】</h3>${body}`,
      `<h3>２ 【株式等の状況】</h3><h4>(1) 【株式の総数】</h4><h4>① 【発行済株式】</h4>${body}<h3>(2) 【役員の状況】</h3>${body}`,
      `<h1>第二部 【保証会社】</h1>${body}`,
    ];
    expect(contents(...pages)).toEqual([
      "第一部 【企業情報】",
      "-第１ 【企業の概況】",
      "--１ 【沿革】",
      "--２ 【株式等の状況】",
      "---(1) 【株式の総数】",
      "----① 【発行済株式】",
      "---(2) 【役員の状況】",
      "第二部 【保証会社】",
    ]);
  });

  test("half and full width and mixed brackets are one series", () => {
    expect(contents(`<h3>１【甲】</h3><h4>(1）乙</h4>${body}<h4>（２)丙</h4>${body}<h4>(3) 丁</h4>${body}`)).toEqual([
      "１【甲】",
      "-(1）乙",
      "-（２)丙",
      "-(3) 丁",
    ]);
  });

  test("a level that is skipped leaves no hole", () => {
    expect(contents(`<h1>第一部 【甲】</h1><h4>(1) 乙</h4>${body}<h6>（丙）</h6>${body}`)).toEqual([
      "第一部 【甲】",
      "-(1) 乙",
      "--（丙）",
    ]);
  });

  test("the cover has nothing under it, also where the part after it is missing", () => {
    expect(contents(`<h1>【表紙】</h1>${body}`, `<h2>第２ 【事業の状況】</h2>${body}`)).toEqual([
      "【表紙】",
      "第２ 【事業の状況】",
    ]);
  });
});

describe("a heading without a text of its own", () => {
  test("stands over the titles in brackets that divide its text", () => {
    const notes = `<h4>【注記事項】</h4><h6>（重要な会計方針）</h6>${body}<h6>（追加情報）</h6><h6>（株式報酬制度）</h6>${body.repeat(9)}<h6>（連結貸借対照表関係）</h6>${body}`;
    expect(contents(notes)).toEqual([
      "【注記事項】",
      "-（重要な会計方針）",
      "-（追加情報）",
      "--（株式報酬制度）",
      "-（連結貸借対照表関係）",
    ]);
  });

  test("stands over the numbers that go on through several such headings", () => {
    const risks = `<h3>２ 【事業等のリスク】</h3><h4>外部環境のリスク</h4><h4>１．景気</h4>${body}<h4>２．気候</h4>${body}<h4>信用リスク</h4><h4>３．貸出</h4>${body.repeat(9)}`;
    expect(contents(risks)).toEqual([
      "２ 【事業等のリスク】",
      "-外部環境のリスク",
      "--１．景気",
      "--２．気候",
      "-信用リスク",
      "--３．貸出",
    ]);
  });

  test("is the empty one of a series where the next number follows", () => {
    const page = `<h3>１ 【甲】</h3>${body}<h4>（１）乙</h4><h4>（２）丙</h4>${body}`;
    expect(contents(page)).toEqual(["１ 【甲】", "-（１）乙", "-（２）丙"]);
  });

  test("is no heading where it is a sentence", () => {
    const page = `<h3>１ 【甲】</h3>${body}<h4>連結財務諸表を作成しているため、記載を省略しています。</h4><h3>２ 【乙】</h3>${body}`;
    expect(contents(page)).toEqual(["１ 【甲】", "２ 【乙】"]);
  });
});

describe("headings", () => {
  test("that are split over spans are joined, empty ones dropped, self-closed ones swallow nothing", () => {
    expect(
      contents(`<h2><span>第１</span><span> 【企業</span><span>の概況】</span></h2><h4/><h3>&#160;</h3>${body}`),
    ).toEqual(["第１ 【企業の概況】"]);
  });

  test("in plain paragraphs are found where they stand over something", () => {
    expect(contents(`<h3>１ 【甲】</h3><p>(1) 経営方針</p>${body}<p>① 国内</p>${body}<p>(2) 目標</p>${body}`)).toEqual([
      "１ 【甲】",
      "-(1) 経営方針",
      "--① 国内",
      "-(2) 目標",
    ]);
  });

  test.each([
    ["a list", "<p>(1) 甲</p><p>(2) 乙</p><p>(3) 丙</p><p>以上のとおり。</p>"],
    ["notes", "<p>（注）１．甲の方法</p><p>２．乙の方法</p><p>以上のとおり。</p>"],
    ["a sentence", `<p>１．当社は次のとおり定める。</p>${body}`],
    ["a unit", `<p>（単位：百万円）</p>${body}`],
    ["an amount", `<p>(1) 連結子会社の数 26社</p>${body}`],
    ["a date", `<p>2024年３月31日現在</p>${body}`],
    ["a line of a table of contents", `<p>（１）役員の異動 ……25</p>${body}`],
    ["a tagged line of a table of contents", `<h4>第２ 【事業の状況】・・・・・・ 25</h4>${body}`],
    ["a tagged short sentence", `<h6>該当事項はありません。</h6>${body}`],
    ["a tagged unit", `<h6>（単位：百万円）</h6>${body}`],
    ["a tagged date", `<h6>2024年３月31日現在</h6>${body}`],
    ["a tagged figure", `<h6>１,234百万円</h6>${body}`],
    ["the year of a table", `<h6>(前連結会計年度)</h6>${body}`],
    ["a tagged quarter", `<h6>当第１四半期連結累計期間</h6>${body}`],
    ["a tagged span", `<h6>自 2025年４月１日 至 2026年３月31日</h6>${body}`],
    ["a tagged year", `<h6>2026年３月期</h6>${body}`],
    ["a tagged sum", `<h6>合計</h6>${body}`],
    ["a tagged sign of a note", `<h6>※２</h6>${body}<h6>（注）１</h6>${body}<h6>以上</h6>${body}`],
    ["a tagged sentence without a full stop", `<h6>当社グループは次のとおり認識しています</h6>${body}`],
    ["a unit without its word", `<h6>百万円</h6>${body}<p>（百万円）</p>${body}`],
  ])("%s is none", (_name, html) => {
    expect(contents(`<h3>１ 【甲】</h3>${html}`)).toEqual(["１ 【甲】"]);
  });

  test.each([
    ...["１．経営成績…………………２", "（１）概況 ‥‥‥‥‥ ３", "２．財務諸表･･････････５", "３．その他 ． ． ． ． ６"],
    ...["４．役員の異動 ………………… Ｐ．25", "５．補足 ............ 添付資料P.7", "６．方針 ──────── 8"],
    ...["７．目標 ＿＿＿＿＿ 9", "８．計画 ……　10ページ", "９．沿革………………"],
  ])("a line of contents with any leader is none: %s", (line) => {
    expect(contents(`<h3>１ 【甲】</h3><h4>${line}</h4>${body}<p>${line}</p>${body}`)).toEqual(["１ 【甲】"]);
  });

  test.each([
    ["", ["（１）売上", "（２）利益"]],
    ["<p>（１）概況</p>", ["（２）売上", "（３）利益"]],
  ])("the last number of a list in running text swallows nothing, after %s", (before, [next, last]) => {
    const list = ["１．開発を推進", "２．展開を加速", "３．費用を削減"].map((line) => `<p>${line}</p>`).join("");
    const html = `<h3>１ 【甲】</h3>${before}${body}${list}${body}<p>４．社債の借換えを実行</p>${body}<p>${next}</p>${body}<p>${last}</p>${body}`;
    expect(contents(html).slice(-2)).toEqual([`-${next}`, `-${last}`]);
    expect(contents(html).some((title) => title.includes("社債"))).toBe(false);
  });

  test.each([
    ["tagged", (line: string) => `<h2>${line}</h2>`],
    ["plain", (line: string) => `<p>${line}</p>`],
  ])("no %s line of a list of contents without dots is one, where its title follows with no page", (_name, put) => {
    const list = ["１．概況 2", "（１）成績　　３", "２．その他（25）"].map((line) => put(line) + body).join("");
    const html = `${list}<h2>１．概況</h2>${body}<h3>（１）成績</h3>${body}<h2>２．その他</h2><h3>（１）役員 12</h3>${body}`;
    expect(contents(html)).toEqual(["表紙", "１．概況", "-（１）成績", "２．その他", "-（１）役員 12"]);
  });

  test("a sentence that is tagged as one stays text", () => {
    const sentence =
      "当連結会計年度末において、流動比率は537％、総負債額に対する現金及び現金同等物は1.6倍であり、十分な水準です。";
    expect(contents(`<h3>１ 【甲】</h3><h4>${sentence}</h4>${body}`)).toEqual(["１ 【甲】"]);
  });
});

/** Filings show which series a number continues by what is between them. */
describe("a series goes on", () => {
  const notes = "<h4>① 【連結損益計算書】</h4><p>【連結財務諸表に関する注記事項】</p>";

  test.each([
    ["round brackets", "（表示方法の変更）"],
    ["angle brackets", "＜海外＞"],
    ["a bold line", "<b>主な取組み</b>"],
  ])("after %s", (_name, between) => {
    const html = `<h3>１ 【甲】</h3><p>１．国内</p>${body}<p>${between}</p>${body}<p>２．海外</p>${body}<p>３．その他</p>${body}`;
    expect(contents(html).filter((title) => /．/.test(title))).toEqual(["-１．国内", "-２．海外", "-３．その他"]);
  });

  test("inside of a bracket whose like stood further out", () => {
    const html = `<h3>１ 【甲】</h3><p>（国内）</p>${body}<p>１．乙</p>${body}<p>（参考）</p>${body}<p>２．丙</p>${body}<p>（海外）</p>${body}<p>１．丁</p>${body}`;
    expect(contents(html)).toEqual([
      "１ 【甲】",
      "-（国内）",
      "--１．乙",
      "---（参考）",
      "--２．丙",
      "-（海外）",
      "--１．丁",
    ]);
  });

  test("after tagged headings that stand under an untagged number", () => {
    const html = `${notes}<p>1．報告企業</p>${body}<p>2．作成の基礎</p><h5>(1) 準拠</h5>${body}<h6>① 範囲</h6>${body}<h5>(2) 通貨</h5>${body}<p>3．会計方針</p><h5>(1) 連結</h5>${body}<p>4．後発事象</p>${body}`;
    expect(contents(html)).toEqual([
      "① 【連結損益計算書】",
      "【連結財務諸表に関する注記事項】",
      "-1．報告企業",
      "-2．作成の基礎",
      "--(1) 準拠",
      "---① 範囲",
      "--(2) 通貨",
      "-3．会計方針",
      "--(1) 連結",
      "-4．後発事象",
    ]);
  });

  test("under the last of a series as it did under those before", () => {
    const html = `<h3>１ 【甲】</h3><p>① 乙</p>${body}<p>1. 丙</p>${body}<p>2. 丁</p>${body}<p>② 戊</p>${body}<p>1. 己</p>${body}<p>2. 庚</p>${body}`;
    expect(contents(html)).toEqual(["１ 【甲】", "-① 乙", "--1. 丙", "--2. 丁", "-② 戊", "--1. 己", "--2. 庚"]);
  });

  test.each([
    ["with a point", "１．重要な会計方針", "２．後発事象"],
    ["with a space", "１　重要な会計方針", "２　後発事象"],
    ["in Roman", "Ⅹ　重要な会計方針", "Ｘ Ⅰ　後発事象"],
    ["by name", "注記１．重要な会計方針", "注記２．後発事象"],
    ["in two steps", "2.1 重要な会計方針", "2.2 後発事象"],
    ["in brackets", "（重要な会計方針）", "（重要な後発事象）"],
  ])("in notes that are numbered %s", (_name, first, second) => {
    const html = `${notes}<p>${first}</p>${body}<p>(1) 甲</p>${body}<p>(2) 乙</p>${body}<p>${second}</p>${body}`;
    expect(contents(html).slice(2)).toEqual([`-${first}`, "--(1) 甲", "--(2) 乙", `-${second}`]);
  });

  test("in notes that the ordinance names, whatever has been opened or tagged since", () => {
    const html = `<h5>【注記事項】</h5><h6>（重要な会計方針）</h6><p>１．甲</p>${body}<p>(1) 乙</p>${body}<h5>（貸借対照表関係）</h5>${body}<h6>（セグメント情報等）</h6><h6>【セグメント情報】</h6>${body}<p>１．丙</p>${body}<h6>（１株当たり情報）</h6>${body}`;
    expect(contents(html)).toEqual([
      "【注記事項】",
      "-（重要な会計方針）",
      "--１．甲",
      "---(1) 乙",
      "-（貸借対照表関係）",
      "-（セグメント情報等）",
      "-【セグメント情報】",
      "--１．丙",
      "-（１株当たり情報）",
    ]);
  });

  test("in notes that the ordinance names and a filer numbers or marks", () => {
    const names = [
      "※１（損益計算書関係）",
      "１．（有価証券関係）",
      "（２）（デリバティブ取引関係）",
      "（退職給付関係）",
    ];
    const html = notes + names.map((name) => `<h6>${name}</h6>${body}<p>１．甲</p>${body}`).join("");
    expect(contents(html).slice(2)).toEqual(names.flatMap((name) => [`-${name}`, "--１．甲"]));
  });

  test("in circled numbers to 50", () => {
    const marks = ["⑲", "⑳", "㉑", "㉒", "㉟", "㊱", "㊿"];
    const html = `${notes}<h6>（有価証券関係）</h6>${marks.map((mark) => `<p>${mark} 甲</p>${body}`).join("")}`;
    expect(contents(html).slice(3)).toEqual(marks.map((mark) => `--${mark} 甲`));
  });

  test("in tagged series that are equally deep, each inside of the one that it divides", () => {
    const html = `${notes}<p>3．会計方針</p><h4>（１）金融商品</h4><h5>①金融資産</h5><h5>（ⅰ）当初認識</h5>${body}<h6>（a）甲</h6>${body}<h6>（b）乙</h6>${body}<h5>（ⅱ）事後測定</h5>${body}<h6>（a）丙</h6>${body}<h5>②金融負債</h5>${body}<p>4．見積り</p>${body}<p>5．有利子負債</p><h4>（１）短期</h4>${body}<p>6．引当金</p>${body}`;
    expect(contents(html).slice(2)).toEqual([
      "-3．会計方針",
      "--（１）金融商品",
      "---①金融資産",
      "----（ⅰ）当初認識",
      "-----（a）甲",
      "-----（b）乙",
      "----（ⅱ）事後測定",
      "-----（a）丙",
      "---②金融負債",
      "-4．見積り",
      "-5．有利子負債",
      "--（１）短期",
      "-6．引当金",
    ]);
  });

  test("under a note with the tag of its numbers, which end with the note", () => {
    const html = `<h5>【注記事項】</h5><h6>（連結財務諸表作成のための基本となる重要な事項）</h6><h6>１　甲</h6>${body}<h6>２　乙</h6>${body}<p>(1) 丙</p>${body}<p>（重要な会計上の見積り）</p>${body}<h6>（未適用の会計基準等）</h6>${body}`;
    expect(contents(html)).toEqual([
      "【注記事項】",
      "-（連結財務諸表作成のための基本となる重要な事項）",
      "--１　甲",
      "--２　乙",
      "---(1) 丙",
      "-（重要な会計上の見積り）",
      "-（未適用の会計基準等）",
    ]);
  });

  test("and no note stands inside of another one that the ordinance names", () => {
    const html = `<h5>【注記事項】</h5><h6>（連結財務諸表作成のための基本となる重要な事項）</h6><p>１．甲</p>${body}<p>(1) 乙</p>${body}<p>（重要な会計上の見積り）</p>${body}<h6>（資産除去債務関係）</h6><p>(1) 概要</p>${body}<p>（表示方法の変更）</p>${body}<h6>（賃貸等不動産関係）</h6>${body}`;
    expect(contents(html)).toEqual([
      "【注記事項】",
      "-（連結財務諸表作成のための基本となる重要な事項）",
      "--１．甲",
      "---(1) 乙",
      "-（重要な会計上の見積り）",
      "-（資産除去債務関係）",
      "--(1) 概要",
      "-（表示方法の変更）",
      "-（賃貸等不動産関係）",
    ]);
  });
});

test.each([
  ["（", "）"],
  ["＜", "＞"],
  ["［", "］"],
])("notes in %s%s stand beside each other under their statements, however they are tagged", (open, close) => {
  const names = ["貸借対照表", "損益計算書", "リース取引", "金融商品", "退職給付", "税効果会計"];
  const notes = names.map(
    (name, at) => `<h${6 - at}>${open}${name}関係${close}</h${6 - at}>${body}<p>１．概要</p>${body}`,
  );
  const html = `<h4>【注記事項】</h4>${notes.join("")}`;
  expect(contents(html)).toEqual([
    "【注記事項】",
    ...names.flatMap((name) => [`-${open}${name}関係${close}`, "--１．概要"]),
  ]);
});

test("notes end with a title in 【】, whatever their tag, and an empty one holds no other", () => {
  const html = `<h1>（金融商品関係）</h1>${body}<h4>（９）【丙】</h4>${body}<h4>【注記事項】</h4>${body}<h4>（収益認識関係）</h4><h4>（退職給付関係）</h4>${body}<h5>② 戊</h5>${body}<h4>【注記事項】</h4><p>（表示方法の変更）</p><p>（損益計算書関係）</p>${body}<p>（税効果会計関係）</p>${body}`;
  const path: string[] = [];
  for (const line of contents(html)) {
    path.length = /^-*/.exec(line)?.[0].length ?? 0;
    path.push(line);
    expect(path.filter((each) => each.endsWith("関係）")).length, path.join(" > ")).toBeLessThanOrEqual(1);
  }
  expect(contents(html).slice(3, 6)).toEqual(["--（収益認識関係）", "--（退職給付関係）", "---② 戊"]);
});

describe("bold lines", () => {
  const bold = (title: string) => `<p style="font-weight:bold">${title}</p>${body}`;

  test("that repeat head what follows, quoted ones under plain ones", () => {
    const html = `<h3>１ 【事業等のリスク】</h3>${bold("原材料調達")}${bold("「背景」")}${bold("社会課題")}${bold("「対応」")}${bold("地政学")}${bold("「影響」")}<h3>２ 【乙】</h3>${body}`;
    expect(contents(html)).toEqual([
      "１ 【事業等のリスク】",
      "-原材料調達",
      "--「背景」",
      "-社会課題",
      "--「対応」",
      "-地政学",
      "--「影響」",
      "２ 【乙】",
    ]);
  });

  test("that are a unit, a date, a figure or a sign of a note are text", () => {
    const lines = [
      "（百万円）",
      "2026年３月期",
      "△1,234百万円",
      "合計",
      "※１",
      "前連結会計年度",
      "当社は見本を作ります",
    ];
    expect(contents(`<h3>１ 【甲】</h3>${lines.map(bold).join("")}`)).toEqual(["１ 【甲】"]);
  });

  test.each(["（金額単位 百万円）", "自 2025年4月1日", "至 2026年３月31日", "2026/03/31", "（％）", "（USドル）"])(
    "that are half of a period, a date with strokes or another unit are text, tagged or bold: %s",
    (line) => {
      expect(contents(`<h3>１ 【甲】</h3>${bold(line)}<h4>${line}</h4>${body}`)).toEqual(["１ 【甲】"]);
    },
  );

  test.each([
    "１．資金を借りました",
    "① 売上高は増加した",
    "２．設備を更新しております",
    "（２）為替の影響によるものです",
  ])("that are a sentence behind a number are text, tagged or not: %s", (line) => {
    expect(contents(`<h3>１ 【甲】</h3><h4>${line}</h4>${body}<p>${line}</p>${body}`)).toEqual(["１ 【甲】"]);
  });

  test.each(["第３四半期", "（１）123", "４．配当　　　　　　7", "(千米ドル)"])(
    "that are a quarter, a figure, a line of contents or a unit are text, tagged or bold: %s",
    (line) => {
      expect(contents(`<h3>１ 【甲】</h3><h4>${line}</h4>${body}${bold(line)}${body}`)).toEqual(["１ 【甲】"]);
    },
  );

  const long = body.repeat(110);
  test.each([
    ["two of them", "原材料", "物流"],
    ["long ones", "原材料価格の高騰及び為替相場の変動並びに物流網の混乱に関するリスクとその対応策", "物流"],
    ["lines with a mark", "■原材料", "■物流"],
  ])("divide a text of more than 20,000 characters: %s", (_what, first, second) => {
    const style = first.startsWith("■") ? "" : "font-weight:bold";
    const html = [first, second].map((title) => `<p style="${style}">${title}</p>${long}`).join("");
    expect(contents(`<h3>１ 【甲】</h3>${body}${html}<h3>２ 【乙】</h3>${body}`)).toEqual([
      ...["１ 【甲】", `-${first}`, `-${second}`, "２ 【乙】"],
    ]);
    expect(contents(`<h3>１ 【甲】</h3>${body}${html.replaceAll(long, body)}`)).toEqual(["１ 【甲】"]);
  });

  test("that stand alone, or are sentences, are text", () => {
    const html = `<h3>１ 【甲】</h3>${bold("重要")}${bold("当社は見本を作る。")}${bold("当社は見本を売る。")}${bold("当社は見本を買う。")}`;
    expect(contents(html)).toEqual(["１ 【甲】"]);
  });
});

describe("sections to buy", () => {
  test("subtitles over one line belong to the section that they begin", () => {
    const html = `<h3>１ 【監査の状況】</h3><p>ａ．名称</p><p>見本監査法人</p><p>ｂ．期間</p><p>７年間</p><p>ｃ．方針</p>${body}${body}`;
    expect(contents(html)).toEqual(["１ 【監査の状況】"]);
    const long = body.repeat(20);
    expect(contents(`${html}<p>ｄ．評価</p>${long}`)).toEqual(["１ 【監査の状況】", "-ｃ．方針", "-ｄ．評価"]);
  });

  test("tagged headings and titles in 【】 stay, however little stands under them", () => {
    expect(contents("<h3>１ 【甲】</h3><p>なし</p><h4>(1) 乙</h4><p>なし</p><p>(2) 【丙】</p><p>なし</p>")).toEqual([
      "１ 【甲】",
      "-(1) 乙",
      "-(2) 【丙】",
    ]);
  });

  test("are never deeper than nine levels: what would be stands beside the heading above it", () => {
    const titles = [
      "第一部 【甲】",
      "第１ 【乙】",
      "１ 【丙】",
      "(1) 【丁】",
      "① 【戊】",
      "１．己",
      "(1) 庚",
      "① 辛",
      "ア．壬",
    ];
    const deeper = ["ａ．癸", "＜子＞"];
    const html = [...titles, ...deeper].map((title) => `<p>${title}</p>${body.repeat(160)}`).join("");
    const levels = contents(html).map((line) => (/^-*/.exec(line)?.[0].length ?? 0) + 1);
    expect(levels).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]);
  });

  test("what is long is cut as deep as it has headings", () => {
    const deep = (length: number) =>
      `<h1>第一部 【甲】</h1><h2>第１ 【乙】</h2><h3>１ 【丙】</h3><h4>(1) 【丁】</h4><h5>① 【戊】</h5><p>ア．己</p>${body}` +
      ["ａ）庚", "ｂ）辛", "ｃ）壬"].map((title) => `<p>${title}</p>${body.repeat(length)}`).join("");
    expect(contents(deep(5))).toHaveLength(6);
    expect(contents(deep(60)).slice(6)).toEqual(["------ａ）庚", "------ｂ）辛", "------ｃ）壬"]);
  });
});

test("what is before the first heading is a section of its own, and no heading is invented for it", () => {
  const { blocks } = readPage(`<html><body>${body}<h1>第一部 【甲】</h1>${body}</body></html>`);
  const sections = buildSections(blocks, { coverTitle: "表紙", images: () => undefined });
  expect(sections[0]).toMatchObject({ title: "表紙", markdown: `${body.slice(3, -4)}\n\n` });
});

test("ids come from the way to the section: the same after the text changes, another under another heading", () => {
  const idsOf = (html: string) =>
    buildSections(readPage(html).blocks, { coverTitle: "表紙", images: () => undefined }).map(
      (section) => section.sectionId,
    );
  const first = idsOf(`<h1>第一部</h1><h2>第１ 【甲】</h2><p>古い。</p><h2>第２ 【乙】</h2><p>文。</p>`);
  const second = idsOf(
    `<h1>第一部</h1><h2>第１　【甲】</h2><p>新しい。</p><p>もっと。</p><h2>第２ 【乙】</h2><p>文。</p>`,
  );
  expect(second).toEqual(first);
  expect(
    new Set(idsOf("<h2>第１ 【甲】</h2><h3>１ 【丙】</h3><p>a</p><h2>第２ 【乙】</h2><h3>１ 【丙】</h3><p>b</p>")).size,
  ).toBe(4);
});

test("a bold line stays bold, a bold page does not", () => {
  const { blocks } = readPage(
    `<html><body><h3>１ 【甲】</h3><p><b>重要な<br/>事項</b></p><p><b>${"長い文。".repeat(60)}</b></p></body></html>`,
  );
  const [section] = buildSections(blocks, { coverTitle: "表紙", images: () => undefined });
  expect(section?.markdown).toContain("**重要な**\\\n**事項**\n\n");
  expect(section?.markdown).toContain(`\n\n${"長い文。".repeat(60)}\n\n`);
});

describe("tables", () => {
  const markdown = (html: string) =>
    buildSections(readPage(`<html><body>${html}</body></html>`).blocks, { coverTitle: "表紙", images: () => undefined })
      .map((section) => section.markdown)
      .join("");

  test("become pipes where no cell is merged, figures to the right, spacer rows and columns gone", () => {
    const html = `<table><tr><td/><td/><td/></tr><tr><td>項目</td><td></td><td>金額</td></tr><tr><td>売上</td><td></td><td>△1,234</td></tr></table>`;
    expect(markdown(html)).toBe("|項目|金額|\n|-|-:|\n|売上|△1,234|\n\n");
  });

  test("keep merged cells as HTML with nothing but the spans", () => {
    const html = `<table class="x" onclick="y"><tr><td colspan="2">甲</td><td>金額</td></tr><tr><td rowspan="2" style="z">乙</td><td>丙</td><td>1</td></tr><tr><td>丁</td><td>2</td></tr></table>`;
    expect(markdown(html)).toBe(
      '<table>\n<thead>\n<tr><th colspan="2">甲</th><th>金額</th></tr>\n</thead>\n<tbody>\n<tr><td rowspan="2">乙</td><td>丙</td><td>1</td></tr>\n<tr><td>丁</td><td>2</td></tr>\n</tbody>\n</table>\n\n',
    );
  });

  test("give a first row that is one cell across to the text before them", () => {
    const html = `<table><tr><td colspan="2">役員の状況</td></tr><tr><td>氏名</td><td>株数</td></tr><tr><td>甲</td><td>1</td></tr></table>`;
    expect(markdown(html)).toBe("役員の状況\n\n|氏名|株数|\n|-|-:|\n|甲|1|\n\n");
  });

  test("indent a statement's labels by ideographic spaces instead of columns", () => {
    const row = (depth: number, label: string, figure: string) =>
      `<tr>${"<td>&#160;</td>".repeat(depth)}<td colspan="${3 - depth}">${label}</td><td><ix:nonFraction name="x">${figure}</ix:nonFraction></td></tr>`;
    const html = `<table>${row(0, "資産の部", "9")}${row(1, "流動資産", "8")}${row(2, "現金", "7")}</table>`;
    expect(markdown(html)).toContain("|資産の部|9|\n|　流動資産|8|\n|　　現金|7|");
  });

  test.each([
    ["padding", (depth: number) => `padding-left:${4.5 + depth * 9}pt`],
    ["a margin", (depth: number) => `margin-left:${depth * 12}px;text-indent:0pt`],
    ["an indented first line", (depth: number) => `padding-left:20pt;text-indent:${depth * 9 - 20}pt`],
  ])("indent a statement's labels where the filer does so by %s", (_name, style) => {
    const row = (depth: number, label: string, figure: string) =>
      `<tr><td><p style="${style(depth)}">${label}</p></td><td><p>${figure}</p></td></tr>`;
    const html = `<table>${row(0, "資産の部", "")}${row(1, "流動資産", "8")}${row(2, "現金", "△7")}${row(1, "固定資産", "1")}</table>`;
    expect(markdown(html)).toContain("|資産の部||\n|　流動資産|8|\n|　　現金|△7|\n|　固定資産|1|");
  });

  test("indent by narrow columns also where nothing tags the figures", () => {
    const row = (depth: number, label: string, figure: string) =>
      `<tr>${"<td></td>".repeat(depth)}<td colspan="${3 - depth}">${label}</td><td>${figure}</td></tr>`;
    const html = `<table>${row(0, "資産の部", "")}${row(1, "現金預け金", "※4 113,630")}${row(2, "建物", "286")}</table>`;
    expect(markdown(html)).toContain("|資産の部||\n|　現金預け金|※4 113,630|\n|　　建物|286|");
  });

  test("of names over addresses keep theirs, and a header counts for nothing", () => {
    const row = (left: number, name: string) =>
      `<tr><td><p style="padding-left:${left}pt">${name}</p><p>（常任代理人）</p></td><td>1,234</td></tr>`;
    const head = "<tr><td><p>氏名</p></td><td>株数</td></tr>";
    expect(markdown(`<table>${head}${row(9, "甲")}${row(0, "乙")}</table>`)).not.toContain("　");
    const one = '<tr><td><p style="padding-left:9pt">丙</p></td><td>5</td></tr>';
    expect(markdown(`<table>${head}${one}</table>`)).toContain("|丙|5|");
  });

  test("of words keep their cells as they are, however they are indented", () => {
    const row = (left: number, a: string, b: string) =>
      `<tr><td><p style="padding-left:${left}pt">${a}</p></td><td>${b}</td></tr>`;
    expect(
      markdown(`<table>${row(0, "甲", "一つ")}${row(20, "乙", "二つ")}${row(0, "丙", "三つ")}</table>`),
    ).not.toContain("　");
  });

  test("give their unit row to the text before them", () => {
    const html = `<table><tr><td></td><td>(単位：百万円)</td></tr><tr><td>項目</td><td>金額</td></tr><tr><td>売上</td><td>1</td></tr></table>`;
    expect(markdown(html)).toBe("(単位：百万円)\n\n|項目|金額|\n|-|-:|\n|売上|1|\n\n");
  });

  test.each([
    ["<ix:footnote>※1</ix:footnote><ix:nonFraction name='x'>814</ix:nonFraction>", "※1 814"],
    ["<sup>※1</sup>814", "<sup>※1</sup> 814"],
    ["※1<ix:nonFraction name='x'>814</ix:nonFraction>", "※1 814"],
    ["<ix:nonFraction name='x'>814</ix:nonFraction><ix:footnote>※1</ix:footnote>", "814 ※1"],
    ["△<ix:nonFraction name='x'>814</ix:nonFraction>百万円", "△814百万円"],
  ])("keep a mark apart from its figure: %s", (cell, text) => {
    expect(
      markdown(`<table><tr><td>項目</td><td>金額</td></tr><tr><td>売上</td><td><p>${cell}</p></td></tr></table>`),
    ).toContain(`|売上|${text}|`);
  });
});
