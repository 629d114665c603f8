import { beforeAll, describe, expect, it } from "vitest";
import { jstDate } from "../../lib/contract/dates.ts";
import { creditsFor, defaultContentTiers } from "../../lib/contract/prices.ts";
import { countCharacters } from "../../lib/text/format/count-characters.ts";
import { checkNews, checkPublication } from "../domain/publishing/check.ts";
import { measureSections } from "../domain/publishing/measure-sections.ts";
import type { Publication } from "../domain/publishing/publication.ts";
import { isBusinessDay } from "./calendar.ts";
import { readSampleData } from "./data.ts";
import { issuerOf } from "./issuers.ts";
import { type IssuerMarket, marketOf } from "./market.ts";
import { sizeOf } from "./size.ts";

/** Big issuers with five years of history, and small ones of each kind of industry and standard. */
const indexes = [0, 2, 5, 6, 9, 10, 14, 15];
const span = { seed: 1, years: 3, anchorDay: "2026-11-20" };
const data = readSampleData();
let markets: IssuerMarket[] = [];
let documents: Publication[] = [];

beforeAll(() => {
  markets = indexes.map((index) => marketOf(data, index, span));
  documents = markets.flatMap((market) => market.documents);
});

const characters = ({ sections }: Publication) =>
  sections.reduce((sum, { markdown }) => sum + countCharacters(markdown), 0);
const annualOf = (market: IssuerMarket | undefined) =>
  (market?.documents ?? []).filter(
    (each) => each.type === "annual_securities_report" && each.amendsDocumentId === null,
  );
const textOf = (document: Publication | undefined, id: string) =>
  document?.sections.find(({ sectionId }) => sectionId === id)?.markdown ?? "";

/** A column of a section's figures, found by a word of its head, with the labels of the rows. */
function columnOf(markdown: string, head: string): Record<string, string> {
  const rows = markdown.split("\n").filter((line) => line.startsWith("| "));
  const cells = rows.map((line) => line.slice(2, -2).split(" | "));
  const column = cells[0]?.findIndex((cell) => cell.includes(head)) ?? -1;
  const figures = cells.filter((row) => !["---", "科目", "区分"].includes(row[0] ?? ""));
  return Object.fromEntries(figures.map((row) => [row[0], row[column]]));
}

describe("the sample market in full length", () => {
  it("can be published", () => {
    for (const { documents: all, news } of markets) {
      all.forEach(checkPublication);
      news.forEach(checkNews);
    }
  });

  it("has annual reports of 30,000 to 250,000 characters, five years of a big issuer and prices 2, 4 and 8 in one", () => {
    const annual = markets.flatMap(annualOf);
    for (const report of annual) {
      expect(characters(report)).toBeGreaterThanOrEqual(30_000);
      expect(characters(report)).toBeLessThanOrEqual(250_000);
    }
    for (const index of [0, 5, 10, 15]) {
      const reports = annualOf(markets[indexes.indexOf(index)]);
      expect(reports).toHaveLength(5);
      expect(reports.every((report) => characters(report) > 80_000)).toBe(true);
    }
    const prices = annual.filter(({ sections }) => {
      const credits = measureSections(sections).map(({ characterCount }) =>
        creditsFor(defaultContentTiers, characterCount),
      );
      return new Set(credits).size === 3;
    });
    expect(prices.length).toBeGreaterThan(15);
  });

  it("has forty annual reports above 80,000 characters, by the sizes of its issuers", () => {
    const big = Array.from({ length: 60 }, (_, index) => sizeOf(index, "full")).filter((size) => size >= 4.5);
    expect(big.length * 5).toBeGreaterThanOrEqual(40);
    expect(
      Math.min(...indexes.filter((index) => index % 5 === 0).map((index) => sizeOf(index, "full"))),
    ).toBeGreaterThan(4);
  });

  it("has earnings summaries of 8 to 30 pages and notices of one to three", () => {
    const pages = (types: readonly string[]) =>
      documents.filter(({ type }) => types.includes(type)).map((each) => each.pages.length);
    const summaries = pages(["earnings_summary"]);
    expect(Math.min(...summaries)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...summaries)).toBeLessThanOrEqual(30);
    expect(Math.max(...summaries)).toBeGreaterThan(11);
    const notices = pages(["forecast_revision", "share_buyback", "other_timely_disclosure", "management_change"]);
    expect(new Set(notices.map((count) => count))).toEqual(new Set([1, 2, 3]));
  });

  it("files on business days and within the hours of filing", () => {
    for (const { timelineAtMs, family, title } of documents) {
      const [date = "", time = ""] = new Date(timelineAtMs + 9 * 3_600_000).toISOString().split(/[T.]/);
      expect(isBusinessDay(date), `${title} ${date}`).toBe(true);
      const [from, until] = family === "edinet_filing" ? ["09:00:00", "17:15:00"] : ["08:00:00", "17:45:00"];
      expect(time >= from && time <= until, `${title} ${time}`).toBe(true);
    }
    // Nothing new comes on a holiday; the newest is of the evening before it.
    const onHoliday = marketOf(data, 0, { ...span, years: 1, anchorDay: "2026-11-23", lengths: "short" }).documents;
    expect(jstDate(onHoliday.at(-1)?.timelineAtMs ?? 0)).toBe("2026-11-20");
  });

  it("continues every figure from year to year", () => {
    const sections = [
      "balance-sheet",
      "income-statement",
      "cash-statement",
      "note-retirement",
      "note-taxes",
      "standalone-balance",
    ];
    let compared = 0;
    for (const market of markets) {
      const reports = annualOf(market);
      reports.slice(1).forEach((report, at) => {
        for (const id of sections) {
          const past = columnOf(textOf(report, id), "前");
          expect(past, `${report.title} ${id}`).toEqual(columnOf(textOf(reports[at], id), "当"));
          compared += Object.keys(past).length;
        }
      });
    }
    expect(compared).toBeGreaterThan(1_000);
  });

  it("adds up: totals of the statements and the key figures are the same amounts", () => {
    const amount = (text: string | undefined) => Number((text ?? "").replaceAll(",", "").replace("△", "-"));
    for (const report of markets.flatMap(annualOf)) {
      const now = (id: string) => columnOf(textOf(report, id), "当連結");
      const balance = now("balance-sheet");
      const debts = balance["負債合計"] ?? balance["負債の部合計"];
      const own = balance["純資産合計"] ?? balance["資本合計"] ?? balance["純資産の部合計"];
      const assets = balance["資産合計"] ?? balance["資産の部合計"];
      expect(amount(debts) + amount(own), report.title).toBe(amount(assets));
      const key = report.sections.find(({ sectionId }) => sectionId === "key-figures")?.markdown ?? "";
      for (const figure of [assets, now("cash-statement")["現金及び現金同等物の期末残高"]])
        expect(key).toContain(` ${figure} |`);
    }
  });

  it("uses the words of each issuer's accounting standard", () => {
    const words = { 日本基準: "経常利益", IFRS: "税引前利益", 米国基準: "税引前当期純利益" } as const;
    const seen = new Set<string>();
    markets.forEach((market, at) => {
      const { standard } = issuerOf(data, span.seed, indexes[at] ?? 0).issuer;
      seen.add(standard);
      for (const { type, title, sections } of market.documents) {
        if (type !== "earnings_summary") continue;
        expect(title).toContain(`〔${standard}〕`);
        const text = sections.map(({ markdown }) => markdown).join("");
        expect(text).toContain(words[standard]);
        if (standard !== "日本基準") expect(text).not.toContain("経常利益");
      }
    });
    expect(seen).toEqual(new Set(["日本基準", "IFRS", "米国基準"]));
  });

  it("changes some sections of a report from year to year, and leaves others as they were", () => {
    for (const index of [0, 5, 10, 15]) {
      const reports = annualOf(markets[indexes.indexOf(index)]);
      reports.slice(1).forEach((report, at) => {
        const before = new Map(reports[at]?.sections.map(({ sectionId, markdown }) => [sectionId, markdown]));
        const shared = report.sections.filter(({ sectionId }) => before.has(sectionId));
        const same = shared.filter(({ sectionId, markdown }) => before.get(sectionId) === markdown).length;
        expect(same, report.title).toBeGreaterThan(10);
        expect(shared.length - same, report.title).toBeGreaterThan(25);
      });
    }
  });

  it("hardly repeats a sentence within a report", () => {
    for (const report of markets.flatMap(annualOf)) {
      const sentences = report.sections
        .flatMap(({ markdown }) => markdown.split("\n").filter((line) => line.startsWith("　")))
        .flatMap((line) => line.split("。"))
        .filter((sentence) => sentence.length > 24);
      expect(new Set(sentences).size / sentences.length, report.title).toBeGreaterThan(0.85);
    }
  });

  it("amends in part, with what was wrong and what is right, and whole, filed again with its corrections", () => {
    const byId = new Map(documents.map((document) => [document.documentId, document]));
    const amendments = documents.filter(({ amendsDocumentId }) => amendsDocumentId !== null);
    const inPart = amendments.filter((each) => characters(each) < 20_000);
    const whole = amendments.filter((each) => characters(each) >= 30_000);
    expect(inPart.length).toBeGreaterThan(0);
    expect(whole.length).toBeGreaterThan(0);
    for (const amendment of amendments) {
      const original = byId.get(amendment.amendsDocumentId ?? "");
      const differing = amendment.sections.filter(({ sectionId, markdown }) => {
        const was = textOf(original, sectionId);
        return was !== "" && was !== markdown && markdown.includes("\n\n", 4);
      });
      expect(differing.length, amendment.title).toBeGreaterThan(0);
    }
    for (const { sections } of inPart) {
      const text = sections.map(({ markdown }) => markdown).join("");
      const [before = "", after = ""] = text.slice(text.indexOf("（訂正前）") + 5).split("（訂正後）");
      expect(before.trim()).not.toBe("");
      expect(after.slice(0, before.length).trim()).not.toBe(before.trim());
    }
    for (const { sections } of whole) {
      const told = textOf({ sections } as Publication, "amendment-items");
      expect(told).toContain("訂正前 | 訂正後");
    }
  });

  it("quotes in its news what the references say", () => {
    let quoted = 0;
    for (const { documents: own, news } of markets) {
      const byId = new Map(own.map((document) => [document.documentId, document]));
      for (const { statement, references } of news) {
        const quotes = [...statement.matchAll(/では、「([^」]+(?:「[^」]+」[^」]*)*)」と記している/g)].map(
          (match) => match[1] ?? "",
        );
        const texts = references.flatMap(({ documentId, sectionId }) =>
          documentId === null || sectionId === null ? [] : [textOf(byId.get(documentId), sectionId)],
        );
        expect(texts).toHaveLength(quotes.length);
        for (const quote of quotes) expect(texts.some((text) => text.includes(quote))).toBe(true);
        quoted += quotes.length;
      }
    }
    expect(quoted).toBeGreaterThan(100);
  });
});

describe("a seed", () => {
  it.each([1, 2, 77, 4_000_001])("%i gives the same market each time, and another than its neighbour", (seed) => {
    const one = (of: number, index: number) =>
      JSON.stringify(marketOf(data, index, { seed: of, years: 1, anchorDay: "2026-11-20" }));
    for (const index of [3, 6]) {
      expect(one(seed, index)).toBe(one(seed, index));
      expect(one(seed + 1, index)).not.toBe(one(seed, index));
    }
  });

  it("gives short documents on request, the same number of them", () => {
    const full = marketOf(data, 3, span).documents;
    const short = marketOf(data, 3, { ...span, lengths: "short" }).documents;
    expect(short.map(({ documentId }) => documentId)).toEqual(full.map(({ documentId }) => documentId));
    const sum = (all: readonly Publication[]) => all.reduce((total, each) => total + characters(each), 0);
    expect(sum(short)).toBeLessThan(sum(full) / 2);
  });
});
