import { beforeAll, expect, it } from "vitest";
import { checkNews, checkPublication } from "../domain/publishing/check.ts";
import type { Publication } from "../domain/publishing/publication.ts";
import { companyOf } from "./company.ts";
import { readSampleData } from "./data.ts";
import { type IssuerMarket, marketOf } from "./market.ts";
import { amount } from "./writing/amounts.ts";

/** A company of each industry, in full, and of each accounting standard. */
const indexes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14];
const span = { seed: 1, years: 1, anchorDay: "2026-11-20" };
const data = readSampleData();
let markets: readonly IssuerMarket[] = [];
let documents: readonly Publication[] = [];

beforeAll(() => {
  markets = indexes.map((index) => marketOf(data, index, span));
  documents = markets.flatMap((market) => market.documents);
});

const textOf = ({ sections }: Publication) => sections.map(({ markdown }) => markdown).join("");
const proseOf = (document: Publication) =>
  textOf(document)
    .split("\n")
    .filter((line) => line.startsWith("　"));

it("can be published, whatever the industry", () => {
  for (const { documents: all, news } of markets) {
    all.forEach(checkPublication);
    news.forEach(checkNews);
  }
});

it("leaves no place of a sentence unfilled, and none filled with what is no number", () => {
  for (const document of documents) {
    const text = textOf(document);
    expect(/[{}]|undefined|NaN|Infinity|\[object/.exec(text)?.[0], document.title).toBeUndefined();
    expect(/｛|｝|\bnull\b|、、|。。|，，|百万円百万円|％％/u.exec(text)?.[0], document.title).toBeUndefined();
  }
});

it("begins every table with its head, in short reports too", () => {
  const short = marketOf(data, 3, { ...span, lengths: "short" }).documents;
  for (const document of [...documents, ...short])
    expect(/\n\s*\n\|\s*:?-+:?\s*\|/u.exec(textOf(document))?.[0], document.title).toBeUndefined();
});

it("joins words as grammar does: no particle twice, every sentence with its end", () => {
  const doubled =
    /(?:(?<!も)のの|をを|がが|はは|にに[^　]|(?<!こ)とと[^も]|へへ|での の|の の|をは(?!じめ)|がを|はを|にを)/u;
  for (const document of documents)
    for (const line of proseOf(document)) {
      expect(doubled.exec(line)?.[0], line).toBeUndefined();
      expect(/(?:[。）」中]|※\d)$/u.test(line), line).toBe(true);
      for (const sentence of line.split("。"))
        expect(sentence.split("「").length, sentence).toBe(sentence.split("」").length);
    }
});

it("says nothing of one industry in a document of another", () => {
  const wordsOf = (index: number) => {
    const { industry } = companyOf(data, span.seed, index);
    return new Set([...(industry.words.get("製品") ?? []), ...industry.segments.map(({ name }) => name)]);
  };
  markets.forEach((market, at) => {
    const own = wordsOf(indexes[at] ?? 0);
    const text = market.documents.map(textOf).join("");
    for (const other of indexes) {
      // Words that many industries use are nobody's own.
      const foreign = [...wordsOf(other)].filter((word) => !own.has(word) && word.length >= 5);
      for (const word of foreign) expect(text.includes(word), `${market.issuer.name}: ${word}`).toBe(false);
    }
  });
});

it("says in words what the figures say: growth, decline and losses", () => {
  const number = (text = "") => Number(text.replaceAll(",", ""));
  let compared = 0;
  for (const [at, market] of markets.entries()) {
    const company = companyOf(data, span.seed, indexes[at] ?? 0);
    for (const document of market.documents) {
      const { fiscalPeriod, type, title } = document;
      if (
        fiscalPeriod === null ||
        title.startsWith("訂正") ||
        !["annual_securities_report", "earnings_summary", "semiannual_report"].includes(type)
      )
        continue;
      const [year, quarter] = [
        Number(fiscalPeriod.slice(0, 4)),
        ["FY", "Q1", "H1", "Q3"].indexOf(fiscalPeriod.slice(4)),
      ];
      const [now, before] = [company.until(year, quarter), company.until(year - 1, quarter)];
      const said = [...textOf(document).matchAll(/は([\d,]+)百万円（前(?:期|年同期)比([\d.]+)％(増|減)）/gu)];
      const known = [
        ...["sales", "operating", "ordinary", "net", "research", "capex"].map((name) => [
          amount(now, name),
          amount(before, name),
        ]),
        ...now.segments.map(({ sales }, each) => [sales, before.segments[each]?.sales]),
        ...now.segments.map(({ profit }, each) => [profit, before.segments[each]?.profit]),
      ];
      for (const [, value, rate, way] of said) {
        const expected = `${value} ${rate}${way}`;
        const changes = known.map(([is = 0, was = 0]) => {
          const change = Math.round((is / was - 1) * 1000) / 10;
          return `${is.toLocaleString("en-US")} ${Math.abs(change).toFixed(1)}${change > 0 ? "増" : "減"}`;
        });
        expect(changes, title).toContain(expected);
        compared++;
      }
      const assets = /の総資産は([\d,]+)百万円となり、前連結会計年度末に比べ([\d,]+)百万円(増加|減少)/u.exec(
        textOf(document),
      );
      const last = quarter === 0 ? before : company.of(year - 1);
      expect(number(assets?.[1]), title).toBe(now.assets);
      expect(number(assets?.[2]) * (assets?.[3] === "増加" ? 1 : -1)).toBe(now.assets - last.assets);
    }
  }
  expect(compared).toBeGreaterThan(200);
});

it("keeps the books of every company of the market: balances, sums and cash that follow from one another", () => {
  for (let index = 0; index < 60; index++) {
    const { of, until, industry } = companyOf(data, span.seed, index);
    for (let year = 2016; year <= 2026; year++) {
      for (const quarter of [0, 1, 2, 3]) {
        const [f, last] = [until(year, quarter), of(year - 1)];
        const label = `${industry.name} ${index} ${year}/${quarter}`;
        expect(f.assets, label).toBe(f.liabilities + f.netAssets);
        expect(f.assets, label).toBe(f.currentAssets + f.fixedAssets);
        expect(f.cash, label).toBe(last.cash + f.operatingCash + f.investingCash + f.financingCash + f.exchange);
        expect(f.netAssets, label).toBe(last.netAssets + f.net - f.dividendsPaid + f.ociChange);
        expect(
          f.segments.reduce((sum, each) => sum + each.sales, 0),
          label,
        ).toBe(f.sales);
        expect(
          f.segments.reduce((sum, each) => sum + each.profit, f.corporate),
          label,
        ).toBe(f.operating);
        for (const name of [
          "cash",
          "tangible",
          "intangible",
          "investments",
          "receivables",
          "payables",
          "borrowings",
          "netAssets",
        ])
          expect(amount(f, name), `${label} ${name}`).toBeGreaterThan(0);
        expect(f.equityRatio, label).toBeGreaterThan(industry.name === "銀行業" ? 2 : 15);
        expect(Math.abs(f.sales / until(year - 1, quarter).sales - 1), label).toBeLessThan(0.2);
      }
    }
  }
});

it("prints half-year reports of twenty to forty pages", () => {
  const pages = documents.filter(({ type }) => type === "semiannual_report").map((each) => each.pages.length);
  expect(pages.length).toBeGreaterThan(10);
  expect(Math.min(...pages)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...pages)).toBeLessThanOrEqual(40);
});
