import { expect, test } from "vitest";
import { makeWords } from "@/lib/text/i18n/words";
import en from "@/messages/en/market.json";
import ja from "@/messages/ja/market.json";
import { freshnessWords } from "./freshness-words.ts";

const nowMs = Date.parse("2026-06-19T16:00:00+09:00");
const fresh = { up_to: "2026-06-19T15:42:00+09:00", stale: false, missing: [], waiting: 0 };

function said(market: Parameters<typeof freshnessWords>[0]): readonly (readonly string[])[] {
  return (["en", "ja"] as const).map((locale) => {
    const t = makeWords(locale === "en" ? en : ja, locale);
    const { upTo, gaps } = freshnessWords(market, { nowMs, locale, t });
    return [upTo, ...gaps];
  });
}

test("a market without gaps is up to a time of today", () => {
  expect(said(fresh)).toEqual([["EDINET up to 15:42 today"], ["EDINETは本日15:42まで"]]);
});

test("an old one names its day, and that it is old", () => {
  expect(said({ ...fresh, up_to: "2026-06-12T09:05:00+09:00", stale: true })).toEqual([
    ["EDINET up to 09:05 on 12 June", "older than a business day"],
    ["EDINETは6月12日09:05まで", "1営業日以上前の内容"],
  ]);
});

test("missing days are counted, and the newest of them named", () => {
  const missing = [
    { from: "2026-05-28", to: "2026-06-01" },
    { from: "2026-06-10", to: "2026-06-11" },
    { from: "2026-06-14", to: "2026-06-14" },
  ];
  expect(said({ ...fresh, missing: missing.slice(2) })).toEqual([
    ["EDINET up to 15:42 today", "1 day missing (14 June)"],
    ["EDINETは本日15:42まで", "1日分が未取得（6月14日）"],
  ]);
  expect(said({ ...fresh, missing })).toEqual([
    ["EDINET up to 15:42 today", "8 days missing (14 June, 10–11 June, …)"],
    ["EDINETは本日15:42まで", "8日分が未取得（6月14日、6月10日～11日ほか）"],
  ]);
});

test("a gap from one month into another names both", () => {
  const missing = [{ from: "2026-05-28", to: "2026-06-01" }];
  expect(said({ ...fresh, missing }).map(([, gap]) => gap)).toEqual([
    "5 days missing (28 May–1 June)",
    "5日分が未取得（5月28日～6月1日）",
  ]);
});

test("before the first list nothing has been read", () => {
  expect(said({ ...fresh, up_to: null, stale: true })).toEqual([
    ["EDINET: nothing has been read yet"],
    ["EDINETは未取得"],
  ]);
});
