import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountTitle, fileSize, filedInteger, unitFactor, yenInMyriads, yenInWords } from "./amounts.ts";
import { type CitedDocument, cite } from "./citation.ts";
import { moment, monthAndYear, monthEnd, shiftMonth, weekdayName } from "./clock.ts";
import { barHeight, monthlyDensity } from "./density.ts";
import { eraDate, eraYear, fiscalPeriod, readDay } from "./era.ts";
import { findTarget } from "./find-target.ts";
import { foldForLookup, IssuerIndex, type KnownIssuer } from "./issuer-index.ts";
import { pagesBetween, readPages, writePages } from "./page-ranges.ts";

describe("days", () => {
  test("eras change on their day", () => {
    expect(eraDate("2026-11-21", "ja")).toBe("令和8年11月21日");
    expect(eraDate("2019-05-01", "ja")).toBe("令和元年5月1日");
    expect(eraDate("2019-04-30", "ja")).toBe("平成31年4月30日");
    expect(eraDate("1989-01-07", "en")).toBe("Shōwa 64 (1989-01-07)");
    expect(eraYear("1873-01-01")).toMatchObject({ ja: "明治", year: 6 });
    expect(eraYear("1872-12-31")).toBeUndefined();
  });

  test("days are read as people type them, and impossible ones are none", () => {
    const typed = ["2026-11-21", "2026/11/21", "20261121", "２０２６年１１月２１日", "令和8年11月21日", "R8.11.21"];
    expect(typed.map(readDay)).toEqual(Array(6).fill("2026-11-21"));
    expect(["令和元年5月1日", "S64.1.7", "2026-1-5"].map(readDay)).toEqual(["2019-05-01", "1989-01-07", "2026-01-05"]);
    expect(["2026-02-30", "X8.1.1", "26-1-5", "", "2026"].map(readDay)).toEqual(Array(5).fill(undefined));
  });

  test("fiscal periods are said as the reader says them", () => {
    expect(["2025FY", "2026H1", "odd"].map((each) => fiscalPeriod(each, "en"))).toEqual(["FY2025", "2026H1", "odd"]);
    expect(["2025FY", "2026H1", "2026Q3"].map((each) => fiscalPeriod(each, "ja"))).toEqual([
      "2025年度",
      "2026年度上期",
      "2026年度第3四半期",
    ]);
  });

  test("an instant is shown on its day in Japan, whatever offset it came with", () => {
    expect(moment("2026-06-25T23:30:00Z")).toEqual({ date: "2026-06-26", time: "08:30" });
    expect(moment("2026-06-26")).toEqual({ date: "2026-06-26", time: null });
    expect(moment("soon")).toBeUndefined();
    expect(weekdayName("2026-11-20", "en")).toBe("Friday");
  });

  test("a month is named with its year, in the order of the language", () => {
    expect([monthAndYear("2025-06", "en"), monthAndYear("2025-06", "ja")]).toEqual(["June 2025", "2025年6月"]);
  });

  test("months have their ends and neighbours", () => {
    expect([monthEnd("2024-02"), monthEnd("2026-12")]).toEqual(["2024-02-29", "2026-12-31"]);
    expect([shiftMonth("2026-01", -1), shiftMonth("2026-11", 2)]).toEqual(["2025-12", "2027-01"]);
  });
});

describe("amounts", () => {
  test("figures are read as filed, with every way of writing a minus", () => {
    expect(["1,234", "△1,234", "▲ 1,234", "(1,234)", "－1,234", "１２３"].map(filedInteger)).toEqual([
      1234n,
      -1234n,
      -1234n,
      -1234n,
      -1234n,
      123n,
    ]);
    expect(["12.3", "(1,234", "1,23", "－", "※1,234", ""].map(filedInteger)).toEqual(Array(6).fill(undefined));
  });

  test("units of money are known, others are not", () => {
    expect(["（単位：百万円）", "千円", "(単位:円)", "十億円"].map(unitFactor)).toEqual([
      1_000_000n,
      1_000n,
      1n,
      1_000_000_000n,
    ]);
    expect(["％", "株", "百万ドル"].map(unitFactor)).toEqual([undefined, undefined, undefined]);
  });

  test("億 and 兆 lose no yen", () => {
    expect(amountTitle("△1,234", "百万円", "ja")).toBe("△12億3,400万円");
    expect(yenInMyriads(1_000_000_000_001n)).toBe("1兆1円");
    expect(yenInMyriads(0n)).toBe("0円");
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), (yen) => {
        const read = /^(?:([\d,]+)兆)?(?:([\d,]+)億)?(?:([\d,]+)万)?([\d,]+)?円$/u.exec(yenInMyriads(yen));
        const [, cho, oku, man, one] = (read ?? []).map((part) => BigInt((part ?? "0").replace(/\D/g, "") || "0"));
        expect((cho ?? 0n) * 10n ** 12n + (oku ?? 0n) * 10n ** 8n + (man ?? 0n) * 10n ** 4n + (one ?? 0n)).toBe(yen);
      }),
    );
  });

  test("English words round at three decimals", () => {
    expect(yenInWords(-1_234_500_000n)).toBe("−¥1.235 billion");
    expect(yenInWords(2_000_000n)).toBe("¥2 million");
    expect(yenInWords(999_999n)).toBe("¥999,999");
  });

  test("sizes of files", () => {
    expect([812, 48_200, 999_600, 3_240_000].map(fileSize)).toEqual(["812 B", "48 kB", "1.0 MB", "3.2 MB"]);
  });
});

describe("citations", () => {
  const filing: CitedDocument = {
    document_id: "S100ZX4K",
    title: "有価証券報告書－第78期",
    issuer_name: "海鳴精機株式会社",
    security_code: "971A",
    period_start: "2025-04-01",
    period_end: "2026-03-31",
    timeline_at: "2026-06-26T10:32:00+09:00",
    source_url: null,
    source_attribution: "EDINET閲覧（提出）サイト（加工して表示）",
  };
  const url = "https://hiraku.example/documents/S100ZX4K";

  test("plain Japanese reads as a Japanese note", () => {
    expect(cite(filing, { url }, "plain", "ja")).toBe(
      `海鳴精機株式会社（971A）「有価証券報告書－第78期」、対象期間2025-04-01～2026-03-31、2026年6月26日提出。出典：EDINET閲覧（提出）サイト（加工して表示） ${url}`,
    );
  });

  test("Markdown links the title and names section and page", () => {
    expect(cite(filing, { url, sectionTitle: "第3 設備の状況", page: 34 }, "markdown", "en")).toBe(
      `海鳴精機株式会社 (971A), [有価証券報告書－第78期](<${url}>), 第3 設備の状況, p. 34, 2025-04-01 to 2026-03-31, filed 2026-06-26. Source: EDINET閲覧（提出）サイト（加工して表示）.`,
    );
  });

  test("BibTeX has a key, one line a field, and no field that is unknown", () => {
    const text = cite({ ...filing, period_start: null, period_end: null, issuer_name: null }, { url }, "bibtex", "en");
    expect(text.split("\n")[0]).toBe("@techreport{971A-2026-S100ZX4K,");
    expect(text).toContain("  title = {{有価証券報告書－第78期}},");
    expect(text).not.toMatch(/author|chapter|pages|null|undefined/);
  });

  test("nothing that a title holds can break out of Markdown or BibTeX", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (title) => {
        const hostile = { ...filing, title: `${title}](http://x) }, url={y}` };
        const markup = cite(hostile, { url }, "markdown", "en").replace(/\\./g, "");
        expect(markup.split("](")).toHaveLength(2);
        const bib = cite(hostile, { url }, "bibtex", "en");
        const bare = bib.replace(/\\[{}]/g, "");
        expect(bare.split("{").length).toBe(bare.split("}").length);
        expect(cite(hostile, { url }, "markdown", "ja")).not.toMatch(/[\r\n]/);
      }),
    );
  });
});

describe("density", () => {
  test("months without documents stand between those with some, up to the newest day known", () => {
    const density = monthlyDensity(["2026-06-26", "2026-06-01", "2026-08-01"], {
      until: "2026-09-15",
      complete: false,
      monthsMax: 36,
    });
    expect(density.months).toEqual([
      { month: "2026-06", count: 2, partial: true },
      { month: "2026-07", count: 0, partial: false },
      { month: "2026-08", count: 1, partial: false },
      { month: "2026-09", count: 0, partial: false },
    ]);
    expect(density.most).toBe(2);
  });

  test("counts every document within its span", () => {
    const day = fc.date({ min: new Date("2020-01-01"), max: new Date("2026-11-21"), noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(day, { maxLength: 60 }), (dates) => {
        const days = dates.map((date) => date.toISOString().slice(0, 10));
        const { months } = monthlyDensity(days, { until: "2026-11-21", complete: true, monthsMax: 1_000 });
        expect(months.reduce((sum, each) => sum + each.count, 0)).toBe(days.length);
      }),
    );
  });

  test("a month with one document is seen beside one with a thousand", () => {
    expect([barHeight(0, 1_000, 34), barHeight(1, 1_000, 34), barHeight(1_000, 1_000, 34)]).toEqual([0, 3, 34]);
  });
});

describe("pages", () => {
  test("runs are written short and read in any width", () => {
    expect(writePages([37, 35, 38, 39, 40, 42, 43])).toBe("35, 37–40, 42, 43");
    expect(readPages("３５、 37〜40", 50)).toEqual([35, 37, 38, 39, 40]);
    expect(["0", "5-3", "51", "a", "1,,2"].map((text) => readPages(text, 50))).toEqual(Array(5).fill(undefined));
    expect(pagesBetween(5, 3)).toEqual([3, 4, 5]);
  });

  test("what was written is read back", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 300 })), (pages) => {
        expect(readPages(writePages(pages), 300)).toEqual([...pages].sort((a, b) => a - b));
      }),
    );
  });
});

describe("what was pasted", () => {
  const origin = "https://hiraku.example";
  test.each([
    ["s100zx4k ", { kind: "document", documentId: "S100ZX4K" }],
    ["Ｓ１００ＺＸ４Ｋ", { kind: "document", documentId: "S100ZX4K" }],
    ["90000000197756", { kind: "document", documentId: "90000000197756" }],
    ["72030", { kind: "issuer", securityCode: "7203" }],
    ["971a", { kind: "issuer", securityCode: "971A" }],
    ["https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?S100ZX4K,,", { kind: "document", documentId: "S100ZX4K" }],
    [
      "https://disclosure2dl.edinet-fsa.go.jp/searchdocument/pdf/S100ZX4K.pdf",
      { kind: "document", documentId: "S100ZX4K" },
    ],
    [`${origin}/documents/S100ZX4K/pages/34?a=1#q=x`, { kind: "place", path: "/documents/S100ZX4K/pages/34?a=1#q=x" }],
  ])("%s goes straight there", (text, target) => {
    expect(findTarget(text, origin)).toEqual(target);
  });

  test.each([
    "海鳴",
    "S100",
    "toyota",
    "https://evil.example/S100ZX4K",
    `${origin}/api/purchases`,
    "https://edinet-fsa.go.jp.evil.example/?S100ZX4K",
    "https://",
  ])("%s is only text", (text) => {
    expect(findTarget(text, origin)).toBeUndefined();
  });
});

describe("issuers seen", () => {
  const issuer = (security_code: string, name: string, name_en: string, name_kana: string): KnownIssuer => ({
    security_code,
    name,
    name_en,
    name_kana,
  });
  const seen = [
    issuer("971A", "海鳴精機株式会社", "Uminari Seiki Co., Ltd.", "ウミナリセイキ"),
    issuer("929A", "海燕汽船株式会社", "Kaien Steamship", "カイエンキセン"),
    issuer("9031", "株式会社北浜ガラス", "Kitahama Glass", "キタハマガラス"),
  ];
  const index = () => {
    const made = new IssuerIndex<KnownIssuer>();
    made.learn(seen);
    return made;
  };
  const codes = (question: string) =>
    index()
      .search(question, 10)
      .map(({ issuer: { security_code } }) => security_code);

  test("are found by code, name, kana of either kind, and English", () => {
    expect(codes("971")).toEqual(["971A"]);
    expect(codes("海")).toEqual(["929A", "971A"]);
    expect(codes("うみな")).toEqual(["971A"]);
    expect(codes("ｳﾐﾅ")).toEqual(["971A"]);
    expect(codes("uminari s")).toEqual(["971A"]);
    expect(codes("㈱北浜")).toEqual(["9031"]);
    expect(codes("zzz")).toEqual([]);
  });

  test("the place of the question in the name is told in the original's own characters", () => {
    const [match] = index().search("ガラス", 1);
    expect(match?.nameRange).toEqual([6, 9]);
    const wide = new IssuerIndex<KnownIssuer>();
    wide.learn([issuer("9999", "ＡＢＣ㍿", "ABC", "エービーシー")]);
    expect(wide.search("bc", 1)[0]?.nameRange).toEqual([1, 3]);
  });

  test("a longer question of a completely answered beginning asks nothing", () => {
    const made = index();
    expect(made.knows("う")).toBe(false);
    made.answered("う", [seen[0] as KnownIssuer], true);
    expect(made.knows("うみ")).toBe(true);
    expect(made.knows("ウミナ")).toBe(true);
    expect(made.knows("か")).toBe(false);
    made.answered("か", [seen[1] as KnownIssuer], false);
    expect(made.knows("かい")).toBe(false);
  });

  test("what the service found by a rule of its own is asked again, what it did not find is not", () => {
    const made = index();
    made.answered("x", [seen[0] as KnownIssuer], true);
    expect(made.knows("xy")).toBe(false);
    made.answered("q", [], true);
    expect(made.knows("qr")).toBe(true);
  });

  test("every issuer is found by every beginning of its own name", () => {
    const name = fc.string({ unit: fc.constantFrom(..."海鳴ウミうみAbｶﾞ１ー・ "), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(name, fc.nat(), (text, cut) => {
        fc.pre(foldForLookup(text) !== "");
        const made = new IssuerIndex<KnownIssuer>();
        made.learn([issuer("1234", text, "", "")]);
        const beginning = text.slice(0, 1 + (cut % text.length));
        fc.pre(foldForLookup(beginning) !== "" && foldForLookup(text).startsWith(foldForLookup(beginning)));
        expect(made.search(beginning, 5)).toHaveLength(1);
      }),
    );
  });
});
