import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { jstDate } from "../../lib/contract/dates.ts";
import { creditsFor, defaultContentTiers } from "../../lib/contract/prices.ts";
import { documentFamilies, documentTypes } from "../../lib/contract/vocabulary.ts";
import { countCharacters } from "../../lib/text/format/count-characters.ts";
import type { NewsPublication, Publication } from "../domain/publishing/publication.ts";
import { createPdfRenderer } from "../pdf/index.ts";
import { companyOf } from "./company.ts";
import { readSampleData } from "./data.ts";
import { documentIdOf } from "./documents.ts";
import { sampleMakers } from "./makers.ts";
import { type IssuerMarket, marketOf } from "./market.ts";
import { planOf } from "./plan.ts";

const span = { seed: 1, years: 3, anchorDay: "2026-11-20", lengths: "short" } as const;
const data = readSampleData();
let markets: IssuerMarket[] = [];
let documents: Publication[] = [];
let news: NewsPublication[] = [];

beforeAll(() => {
  markets = Array.from({ length: 30 }, (_, index) => marketOf(data, index, span));
  documents = markets.flatMap((market) => market.documents);
  news = markets.flatMap((market) => market.news);
});

const characters = (document: Publication) =>
  document.sections.reduce((sum, { markdown }) => sum + countCharacters(markdown), 0);
const hourOf = (ms: number) => new Date(ms + 9 * 3_600_000).getUTCHours();

describe("the sample market", () => {
  it("holds every family and every type", () => {
    expect(new Set(documents.map(({ family }) => family))).toEqual(new Set(documentFamilies));
    const missing = documentTypes.filter((type) => !documents.some((document) => document.type === type));
    expect(missing).toEqual([]);
  });

  it("gives each document, news statement and issuer an id of its own", () => {
    // Ids come from the plan alone: of more issuers only that is made.
    const companies = Array.from({ length: 60 }, (_, index) => companyOf(data, span.seed, index));
    for (const ids of [
      companies.flatMap((each) => planOf(data, each.issuer, span).map((planned) => documentIdOf(each, planned))),
      companies.map(({ issuer }) => issuer.securityCode),
      news.map((each) => each.newsId),
      markets.map((each) => each.issuer.securityCode),
    ]) {
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("writes annual reports of many sections that lie deep", () => {
    const annual = documents.filter(
      ({ type, amendsDocumentId }) => type === "annual_securities_report" && amendsDocumentId === null,
    );
    expect(annual.length).toBeGreaterThan(2.5 * markets.length);
    for (const { sections } of annual) {
      expect(sections.length).toBeGreaterThanOrEqual(30);
      expect(sections.length).toBeLessThanOrEqual(130);
      expect(Math.max(...sections.map(({ level }) => level))).toBeGreaterThanOrEqual(4);
    }
    const body = annual[0]?.sections.map(({ markdown }) => markdown).join("") ?? "";
    for (const mark of ["（単位：百万円）", "△", "※1", "（注）1．", "| --- |"]) expect(body).toContain(mark);
  });

  it("has a ready document in each tier", () => {
    const ready = documents.filter(({ status }) => status === "ready");
    const credits = new Set(ready.map((document) => creditsFor(defaultContentTiers, characters(document))));
    expect(credits).toEqual(new Set([2, 4, 8]));
  });

  it("has bodies of exactly 10,000 and 10,001 characters", () => {
    const ready = documents.filter(({ status }) => status === "ready");
    for (const exactly of [10_000, 10_001])
      expect(ready.some((document) => characters(document) === exactly)).toBe(true);
  });

  it("has amendments, one of a current annual report and ready", () => {
    const byId = new Map(documents.map((document) => [document.documentId, document]));
    const newest = Math.max(
      ...documents
        .filter(({ type }) => type === "annual_securities_report")
        .map(({ fiscalPeriod }) => Number(fiscalPeriod?.slice(0, 4))),
    );
    const amendments = documents.filter(({ amendsDocumentId }) => amendsDocumentId !== null);
    expect(amendments.every(({ amendsDocumentId }) => byId.has(amendsDocumentId ?? ""))).toBe(true);
    expect(amendments.some((each) => each.status === "ready" && each.fiscalPeriod === `${newest}FY`)).toBe(true);
  });

  it("has undeliverable parts: pending, pages only, unlisted pages, withdrawn, an original withheld", () => {
    const count = (test: (document: Publication) => boolean) => documents.filter(test).length;
    expect(count(({ status }) => status === "pending_release")).toBeGreaterThan(1);
    expect(
      count(({ status, pages, family }) => status === "unavailable" && pages.length > 0 && family === "ir_material"),
    ).toBeGreaterThan(10);
    expect(
      count(({ pages }) => pages.some(({ listed }) => !listed) && pages.some(({ listed }) => listed)),
    ).toBeGreaterThan(10);
    expect(count(({ originals }) => originals.some(({ deliverable }) => !deliverable))).toBeGreaterThan(5);
    expect(markets.some(({ withdrawn }) => withdrawn.length > 0)).toBe(true);
  });

  it("has a document of one page and one of 300", () => {
    const counts = new Set(documents.map(({ pages }) => pages.length));
    expect(counts.has(1)).toBe(true);
    expect(counts.has(300)).toBe(true);
  });

  it("has documents and news before nine, and two documents at one instant", () => {
    expect(documents.some(({ timelineAtMs }) => hourOf(timelineAtMs) < 9)).toBe(true);
    expect(news.some(({ observedAtMs }) => hourOf(observedAtMs) < 9)).toBe(true);
    expect(new Set(documents.map(({ timelineAtMs }) => timelineAtMs)).size).toBeLessThan(documents.length);
    expect(documents.some(({ timelineAtMs }) => jstDate(timelineAtMs) === span.anchorDay)).toBe(true);
    expect(documents.every(({ timelineAtMs }) => jstDate(timelineAtMs) <= span.anchorDay)).toBe(true);
  });

  it("has news without a title, with one reference and with several kinds", () => {
    expect(news.some(({ title }) => title === null)).toBe(true);
    expect(news.some(({ references }) => references.length === 1)).toBe(true);
    expect(
      news.some(
        ({ references }) =>
          references.some(({ sectionId }) => sectionId !== null) && references.some(({ url }) => url !== null),
      ),
    ).toBe(true);
    expect(news.some(({ references }) => references.some(({ pageNumber }) => pageNumber !== null))).toBe(true);
    const ids = new Map(documents.map((document) => [document.documentId, document]));
    for (const { documentId, sectionId, pageNumber } of news.flatMap(({ references }) => references)) {
      if (documentId === null) continue;
      const document = ids.get(documentId);
      expect(document).toBeDefined();
      if (sectionId !== null) expect(document?.sections.some((section) => section.sectionId === sectionId)).toBe(true);
      if (pageNumber !== null) expect(document?.pages[pageNumber - 1]?.listed).toBe(true);
    }
  });

  it("uses characters outside the basic plane and codes with letters", () => {
    const all = documents.flatMap(({ sections }) => sections.map(({ markdown }) => markdown)).join("");
    expect(all).toContain("𩸽");
    expect(markets.some(({ issuer }) => issuer.name.includes("𠮷"))).toBe(true);
    expect(markets.every(({ issuer }) => /^\d{3}[A-Z]$/.test(issuer.securityCode))).toBe(true);
  });

  it("lists filings that are not disclosed, with nothing to deliver", () => {
    const withheld = documents.filter(({ title }) => title.endsWith("（不開示）"));
    expect(withheld.length).toBeGreaterThan(1);
    for (const { status, sections, pages, originals } of withheld)
      expect([status, sections, pages, originals]).toEqual(["unavailable", [], [], []]);
  });
});

describe("a PDF of the sample market", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hiraku-sample-"));
  const renderer = createPdfRenderer({ workers: 1 });

  it("has the announced pages, in the same bytes each time", async () => {
    const document = documents.find(({ type, pages }) => type === "earnings_summary" && pages.length > 1);
    const source = document?.originals[0]?.source;
    const make = sampleMakers["sample-pdf"];
    if (document === undefined || source === undefined || !("maker" in source) || make === undefined)
      throw new Error("no PDF to make");
    const bytes = (await make(source.recipe, document.documentId, new AbortController().signal)) as Uint8Array;
    expect(
      Buffer.from(bytes).equals(
        Buffer.from((await make(source.recipe, document.documentId, new AbortController().signal)) as Uint8Array),
      ),
    ).toBe(true);
    const file = path.join(folder, "sample.pdf");
    writeFileSync(file, bytes);
    const { pages } = await renderer.overview(file);
    expect(pages).toEqual(document.pages.map(({ width, height }) => ({ width, height })));
    const text = (await Promise.all(pages.map((_, at) => renderer.lines(file, at + 1)))).map((lines) =>
      lines.map((line) => line.text.replace(/\s/g, "")).join(""),
    );
    expect(text.join("")).toContain("連結経営成績");
    for (const { title, pageNumber = 0 } of document.sections) {
      expect(text[pageNumber - 1]).toContain(title.replace(/\s/g, ""));
    }
    await renderer.close();
    rmSync(folder, { recursive: true });
  });
});
