import { describe, expect, test } from "vitest";
import { QuotedText } from "./find-quote.ts";
import { holdsQuote, prepareText, wholeOnly, withinPieces } from "./prepared-text.ts";

const quoted = (text: string, quote: string) => new QuotedText(text).find(quote).passages;
const isFound = (text: string, quote: string) => quoted(text, quote).length > 0;
const cutsNumber = (text: string, quote: string) => quoted(text, quote)[0]?.parts.some((part) => part.cutsNumber);
const leftOut = (text: string, quote: string) => quoted(text, quote)[0]?.leftOut;

const table = (...cells: string[]) =>
  `| ${cells.map(() => "項").join(" | ")} |\n|${cells.map(() => "---|").join("")}\n| ${cells.join(" | ")} |\n`;

describe("the border of a cell counts", () => {
  test.each([..."-－−‐‑–—―─ー△▲*※"])("%s in a cell is no sign of the number after it", (nil) => {
    for (const text of [
      table("売上高", nil, "682,000"),
      `<table><tr><td>売上高</td><td>${nil}</td><td>682,000</td></tr></table>`,
    ]) {
      expect(isFound(text, `${nil}682,000`)).toBe(false);
      expect(isFound(text, `売上高 ${nil} 682,000`)).toBe(true);
      expect(isFound(text, `売上高\t${nil}\t682,000`)).toBe(true);
    }
  });

  test.each([
    ["a figure and its neighbour's unit", table("売上高", "12", "百万円"), "12百万円"],
    ["a label and a figure", table("第", "3", "期"), "第3期"],
    ["a figure that ends in a point", table("売上高", "12.", "5"), "12.5"],
    ["a bracket", table("損失", "(", "5)"), "(5)"],
    ["words that deny together", table("該当", "なし"), "該当なし"],
    ["the last cell of a row and the first of the next", `${table("損益", "－")}| 5 | 6 |\n`, "損益 －5"],
    ["cells that span rows", "<table><tr><td rowspan=2>損益</td><td>－</td></tr><tr><td>5</td></tr></table>", "－5"],
    ["a table and the words after it", `${table("損益", "－")}\n5円である。`, "－5円"],
  ])("%s are not one word", (_what, text, quote) => expect(isFound(text, quote)).toBe(false));

  test("in whole rows too, and an empty cell needs no words", () => {
    const row = "売上高及び営業収入並びにその他の営業収益の連結合計額";
    const text = prepareText([`${table(row, "－", "", "682,000")}\n`]);
    const finds = (quote: string) => holdsQuote(text, quote, wholeOnly(text)).found;
    expect(finds(`${row} － 682,000`)).toBe(true);
    expect(finds(`${row}－ 682,000`)).toBe(false);
    expect(finds(`${row} －682,000`)).toBe(false);
  });

  test("a line break within a cell is none", () => {
    expect(isFound(table("1株<br>当たり", "5"), "1株当たり 5")).toBe(true);
  });
});

describe("a sign counts", () => {
  test.each([
    ["a dash that stands apart", "売上高 － 682,000千円", "-682,000千円"],
    ["a dash that would join two numbers", "差額は5 -3である", "5-3である"],
    ["a minus of another kind", "損失は−682千円", "損失は-682千円"],
    ["a triangle of another kind", "損失は△682千円", "損失は▲682千円"],
    ["an end of a sentence between two numbers", "in 2012. 5 companies", "2012.5"],
    ["brackets", "損失は(682)千円", "損失は682千円"],
    ["an exponent", "10<sup>2</sup>倍", "102倍"],
    ["a note's mark", "12,345<sup>1</sup>円", "12,3451円"],
  ])("%s", (_what, text, quote) => expect(isFound(text, quote)).toBe(false));

  test.each([
    ["△1,234", "1,234"],
    ["△ 1,234", "1,234"],
    ["−1,234", "1,234"],
    ["‐1,234", "1,234"],
    ["▲1,234", "1,234"],
    ["(1,234)", "1,234"],
    ["（１，２３４）", "1,234"],
    ["損益はマイナス682,000円", "682,000円"],
    ["損益はマイナス 682,000円", "682,000円"],
    ["損益はﾏｲﾅｽ682,000円", "682,000円"],
    ["損益はマイナス682,000円", "ナス682,000円"],
    ["損益はマイナス約6億円", "約6億円"],
    ["損益はマイナス六億円", "六億円"],
    ["A result of minus 682,000 yen", "682,000 yen"],
    ["Minus ¥682,000", "¥682,000"],
    ["－682,000", "682,000"],
    ["―682,000", "682,000"],
    ["—682,000", "682,000"],
    ["▼682,000", "682,000"],
    ["△¥682,000", "¥682,000"],
    ["-$682", "682"],
    ["(¥682,000)", "¥682,000"],
    ["(¥682,000)", "682,000"],
    ["三千二百万円", "二百万円"],
    ["12億3,400万円", "3,400万円"],
    ["12億3,400万円", "12億3,400"],
    ["売上高は12億円", "売上高は12"],
    ["二十一社", "一社"],
    ["１２，３４５", "345"],
    ["10<sup>2</sup>", "10"],
  ])("in %s the quote %s cuts a number", (text, quote) => expect(cutsNumber(text, quote)).toBe(true));

  test.each([
    [table("売上高", "－", "682,000"), "682,000"],
    ["第五\n\n一般の事項", "一般の事項"],
    ["12億円である", "12億円"],
    ["(注1)5社", "5社"],
    ["プラスとマイナス。682,000円である", "682,000円"],
    ["損益はマイナス682,000円", "マイナス682,000円"],
    ["A surplus of 5 yen", "5 yen"],
    ["第3四半期（3か月間）", "3か月間"],
    ["The total—682,000 yen—was paid", "682,000 yen"],
    ["売上高（682,000千円）", "682,000千円"],
    ["円高はマイナスの一因となった", "一因となった"],
    ["当社－一般の事項", "一般の事項"],
    ["from the terminus 5 km away", "5 km away"],
    ["(¥682,000)", "(¥682,000)"],
    ["三千万円と二百万円", "二百万円"],
  ])("in %s the quote %s cuts none", (text, quote) => expect(cutsNumber(text, quote)).toBe(false));
});

describe("what an ellipsis leaves out is said", () => {
  const result = "当社の売上高は前年に比べて増加していないが、費用は12百万円減少しました。";
  test.each([
    ["ない", result, "当社の売上高は…増加して…が、費用は12百万円減少しました。", ["negation"]],
    ["ない and a figure", result, "当社の売上高は前年に比べて…減少しました。", ["negation", "figure"]],
    ["a figure", result, "費用は…減少しました。", undefined],
    ["a figure beside longer words", result, "いないが、費用は…減少しました。", ["figure"]],
    ["neither", result, "当社の売上高は…増加していないが", []],
    ["ません at the end of its sentence", "配当は実施しておりません。次は5月です。", "配当は実施して…", ["negation"]],
    ["nothing after its sentence", "配当は実施しております。なお予定はない。", "配当は実施して…", []],
    ["the beginning of its sentence", "5社を除く子会社は黒字です。", "…子会社は黒字です。", ["figure"]],
    ["not", "Sales did not rise in the period.", "Sales did … rise in the period.", ["negation"]],
    ["n't", "Sales didn’t rise at all here", "Sales … rise at all", ["negation"]],
    ["never", "Sales have never fallen here", "Sales have [...] fallen here", ["negation"]],
    ["no", "There is no risk of delisting", "There is (…) risk of delisting", ["negation"]],
    ["without", "grew without any acquisitions", "grew … acquisitions", ["negation"]],
    ["a number in words", "grew by three percent this year", "grew by... this year", ["figure"]],
    ["なくはない", "損失の可能性がなくはない事業です", "損失の可能性が（中略）事業です", ["negation"]],
    ["kanji figures", "損失は二千万円の見込みです", "損失は…の見込みです", undefined],
    ["kanji figures beside longer words", "当期の損失は二千万円の見込みです", "当期の損失は……の見込みです", ["figure"]],
    ["なかった, with other dots", "当期の売上は伸びなかったという意見がある", "当期の売上は⋯⋯という意見", ["negation"]],
    ["せず, with wide dots", "当期は配当を実施せず、内部留保とする", "当期は配当を．．．内部留保とする", ["negation"]],
    ["できず", "計画は達成できず大幅な減益となりました", "計画は達成…大幅な減益となりました", ["negation"]],
    [
      "過ぎず before a comma",
      "影響は一部に過ぎず、軽微と見込む事業です",
      "影響は一部…軽微と見込む事業です",
      ["negation"],
    ],
    ["かねます", "見通しは判断しかねますが改善を見込む", "見通しは判断…が改善を見込む", ["negation"]],
    [
      "ずつ and いずれ",
      "当期の売上は少しずつ進みいずれも増収を見込む事業です",
      "当期の売上は…増収を見込む事業です",
      [],
    ],
    ["words that only look like denials", "当期には必ず、少なくとも同じ売上を見込む", "当期には…同じ売上を見込む", []],
  ])("%s", (_what, text, quote, what) => expect(leftOut(text, quote)).toEqual(what));

  test("soon, however often its parts stand there", () => {
    const text = `${"売上増加".repeat(60_000)}終わりです`;
    const quote = `${"売上増加…".repeat(1_000)}終わりです`;
    const startedAt = performance.now();
    expect(quoted(text, quote).length).toBeGreaterThan(0);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test("by the nearest words on both sides, and nothing without an ellipsis", () => {
    expect(leftOut("当社は、増加していない。当社は、売上が増加しました。", "当社は、…増加しました")).toEqual([]);
    expect(leftOut(result, result)).toEqual([]);
  });

  test("of text that was bought, and never of other text", () => {
    const first = "当社グループの当連結会計年度の売上高は、前期に比べて増加し、過去最高となりました。";
    const middle = "ただし、翌期は増加を見込んでいない。";
    const last = "当社は、為替予約により、その影響を軽減しており、今後もこの方針を続けてまいります。";
    const text = prepareText([`${first}${middle}\n\n`, `${last}\n\n`, "終わりの節です。"]);
    const quote = `${first}…${last}`;
    const told = { found: true, ellipsis: true };
    const bought = withinPieces(text, (piece) => piece !== 2);
    expect(holdsQuote(text, quote, bought)).toEqual({ ...told, leftOut: ["negation"] });
    expect(holdsQuote(text, quote, wholeOnly(text))).toEqual({ ...told, leftOut: null });
    const apart = withinPieces(text, (piece) => piece !== 1);
    expect(holdsQuote(text, "過去最高となりました…終わりの節です。", apart)).toEqual({ ...told, leftOut: null });
    expect(holdsQuote(text, first, wholeOnly(text))).toEqual({ found: true, ellipsis: false, leftOut: [] });
  });
});

test("a hard line break begins a sentence", () => {
  const line = "当社グループの当連結会計年度の売上高は、前期に比べて増加し、過去最高となりました。";
  for (const text of [
    `（1）経営成績の状況  \n${line}`,
    `（1）経営成績の状況\\\n${line}`,
    `（1）経営成績の状況<br>${line}`,
  ]) {
    const prepared = prepareText([text]);
    expect(holdsQuote(prepared, line, wholeOnly(prepared)).found).toBe(true);
  }
  const soft = prepareText([`（1）経営成績の状況\n${line}`]);
  expect(holdsQuote(soft, line, wholeOnly(soft)).found).toBe(false);
  // What comes before one may go on after it.
  const denied = prepareText([`${line.slice(0, -1)}とは\\\n言えません。`]);
  expect(holdsQuote(denied, `${line.slice(0, -1)}とは`, wholeOnly(denied)).found).toBe(false);
});
