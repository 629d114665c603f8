import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../testing/any-text.ts";
import { Finder, findAll, fold, foldText, originalRange } from "./fold.ts";
import { characterTable } from "./fold-table.ts";

const meet: readonly (readonly [string, string])[] = [
  ["ﾄﾖﾀ", "トヨタ"],
  ["ﾎﾝﾀﾞｷﾞｹﾝ", "ホンダギケン"],
  ["１２３", "123"],
  ["ＡＩ", "ai"],
  ["ＲＯＥ", "Roe"],
  ["㈱日立", "株式会社日立"],
  ["（株）日立", "㈱日立"],
  ["(株)日立", "株式会社日立"],
  ["㍿日立", "株式会社日立"],
  ["株式會社日立", "株式会社日立"],
  ["㈲小林", "有限会社小林"],
  ["髙島屋", "高島屋"],
  ["﨑陽軒", "崎陽軒"],
  ["渡邊", "渡辺"],
  ["渡邉", "渡辺"],
  ["澤田", "沢田"],
  ["齋藤", "斎藤"],
  ["齊藤", "斉藤"],
  ["廣瀨", "広瀬"],
  ["濵口", "浜口"],
  ["濱口", "浜口"],
  ["𠮷野家", "吉野家"],
  ["冨士", "富士"],
  ["大嶋", "大島"],
  ["新日鐵", "新日鉄"],
  ["國學院", "国学院"],
  ["櫻井", "桜井"],
  ["龍王", "竜王"],
  ["葛\u{E0100}城", "葛城"],
  ["神\uFE00戸", "神戸"],
  ["ウイルス", "ウィルス"],
  ["ソフトウェア", "ソフトウエア"],
  ["富士フイルム", "富士フィルム"],
  ["キヤノン", "キャノン"],
  ["キユーピー", "キューピー"],
  ["ヴァイオリン", "バイオリン"],
  ["インタヴュー", "インタビュー"],
  ["ウヰスキー", "ウイスキー"],
  ["サーバ", "サーバー"],
  ["ユーザー", "ユーザ"],
  ["ｺﾝﾋﾟｭｰﾀ", "コンピューター"],
  ["データ", "デ－タ"],
  ["データ", "デ―タ"],
  ["佐々木", "佐佐木"],
  ["こゝろ", "こころ"],
  ["いすゞ", "いすず"],
  ["金子みすゞ", "金子みすず"],
  ["令和7年3月期", "2025年3月期"],
  ["令和７年３月期", "2025年3月期"],
  ["令和七年三月期", "2025年三月期"],
  ["令和元年", "2019年"],
  ["平成31年", "2019年"],
  ["平成元年", "1989年"],
  ["平成二十七年", "2015年"],
  ["昭和64年", "1989年"],
  ["二〇二五年", "2025年"],
  ["㋿7年", "2025年"],
  ["①", "1"],
  ["△1,234", "▲1,234"],
  ["△1,234", "-1234"],
  ["△ 1,234", "－１，２３４"],
  ["1,234,567", "1234567"],
  ["１，２３４", "1,234"],
  ["3ヶ月", "3か月"],
  ["12カ月", "１２ヵ月"],
  ["六箇月", "六ヶ月"],
  ["霞ヶ関", "霞ケ関"],
  ["㎏", "kg"],
  ["㍍", "メートル"],
  ["Ⅳ", "iv"],
  ["ジョン・スミス", "ジョン･スミス"],
  ["“引用”", '"引用"'],
  ["売上\u3000高", "売上 高"],
  ["売上\n  高", "売上 高"],
  ["売\u200B上", "売上"],
  ["か\u3099", "が"],
  ["⾦融", "金融"],
  ["⻑期", "長期"],
  ["2020―2024", "2020‐2024".replace("‐", "－")],
  ["～", "〜"],
];

const apart: readonly (readonly [string, string])[] = [
  ["ビル", "ビール"],
  ["カド", "カード"],
  ["チズ", "チーズ"],
  ["カバ", "カバー"],
  ["タワ", "タワー"],
  ["はし", "ハシ"],
  ["斎藤", "斉藤"],
  ["己", "已"],
  ["柿", "杮"],
  ["末", "未"],
  ["令和7年", "2024年"],
  ["令和7年", "平成7年"],
  ["令和7", "2025"],
  ["1.234", "1,234"],
  ["1,23", "123"],
  ["2020,2021", "20202021"],
  ["123", "1234"],
  ["△", "-"],
  ["か", "が"],
  ["ハ", "バ"],
  ["ロ", "口"],
  ["カ", "力"],
  ["二", "ニ"],
  ["発行済株式数(株)", "発行済株式数株式会社"],
  ["日本", "目本"],
  ["売上 高", "売上高"],
  ["ヶ月", "か月"],
  ["株", "株式会社"],
  ["ツ", "ッ"],
  ["一年", "1年"],
];

/** Random texts made of characters that the rules treat specially, to test combinations that no example covers. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from(
          "令和平成昭元年月国一二七十〇0123,，.、△▲-－―ーｰ々ゝゞヽヾカヵヶか箇ヴｳァィゥェォャュョサバーﾊﾞ゛゜()（）株有㈱㈲式数髙﨑邉𠮷𩸽ＡaΣİſ①㍿㋿ﾞ\u3099\u200B\uFE00\u0301 \n\u3000각가𛀀",
        ),
        "\u{E0100}",
        "\uD800",
        "\uDC00",
        "令和",
        "1,234",
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
      anyText({ maxLength: 2 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

const runs = { numRuns: 3000 };

describe("folding", () => {
  it.each(meet)("%s meets %s", (a, b) => {
    expect(foldText(a)).toBe(foldText(b));
  });

  it.each(apart)("%s stays different from %s", (a, b) => {
    expect(foldText(a)).not.toBe(foldText(b));
  });

  it("maps no character to one that is mapped again", () => {
    expect([...characterTable.values()].filter((to) => characterTable.has(to))).toEqual([]);
  });

  it("folds a folded text to itself", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const once = foldText(text);
        expect(foldText(once)).toBe(once);
      }),
      runs,
    );
  });

  it("gives the same text with and without the map", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        expect(fold(text).text).toBe(foldText(text));
      }),
      runs,
    );
  });

  it("maps every folded unit to whole characters of the original, in order", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const { text: folded, map } = fold(text);
        expect(map.starts.length).toBe(folded.length);
        expect(map.ends.length).toBe(folded.length);
        let before = 0;
        for (let i = 0; i < folded.length; i++) {
          const start = map.starts[i] ?? -1;
          const end = map.ends[i] ?? -1;
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          for (const at of [start, end]) expect(splitsPair(text, at)).toBe(false);
          before = start;
        }
      }),
      runs,
    );
  });

  it("is found by each of its own folded forms", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const wanted = foldText(text).trim();
        fc.pre(wanted !== "");
        expect(findAll(text, text)).toEqual(findAll(text, wanted));
        expect(findAll(text, text).length).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  it("takes time in proportion to the text's length", () => {
    const line = "令和7年3月期の売上高は、前年同期比△1,234百万円（㈱髙島屋サーバー々）。";
    // Measured in processor time, so that other work on the machine does not affect the result.
    const time = (text: string) => {
      let best = Infinity;
      for (let i = 0; i < 5; i++) {
        const start = process.cpuUsage();
        fold(text);
        const { user, system } = process.cpuUsage(start);
        best = Math.min(best, user + system);
      }
      return best;
    };
    time(line.repeat(2_000));
    expect(time(line.repeat(20_000))).toBeLessThan(60 * time(line.repeat(1_000)));
  });
});

describe("finding in a document", () => {
  it("gives offsets in the original text", () => {
    const text = "当社（㈱髙島屋）は令和7年3月期に△1,234百万円。株式会社高島屋";
    const shown = (needle: string) => findAll(text, needle).map(([start, end]) => text.slice(start, end));
    expect(shown("株式会社高島屋")).toEqual(["㈱髙島屋", "株式会社高島屋"]);
    expect(shown("2025年")).toEqual(["令和7年"]);
    expect(shown("-1234百万円")).toEqual(["△1,234百万円"]);
    expect(shown("▲1,234")).toEqual(["△1,234"]);
    expect(shown(" ")).toEqual([]);
  });

  it("never gives overlapping matches", () => {
    fc.assert(
      fc.property(awkward, fc.nat(20), fc.integer({ min: 1, max: 3 }), (text, from, length) => {
        let last = 0;
        for (const [start, end] of findAll(text, foldText(text).slice(from, from + length))) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
      }),
      runs,
    );
  });

  it("stops at a limit", () => {
    expect(new Finder("ああああああ").findAll("あ", 2)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it("maps an empty range to one offset", () => {
    expect(originalRange(fold("㈱a").map, 4, 4)).toEqual([1, 1]);
  });
});

function splitsPair(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));
}
