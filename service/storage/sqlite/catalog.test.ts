import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jstDayEndMs, jstDayStartMs } from "../../../lib/contract/dates.ts";
import { type DocumentSummary } from "../../../lib/contract/resources.ts";
import { documentFamilies } from "../../../lib/contract/vocabulary.ts";
import { createPublisher, type Publisher } from "../../domain/publishing/index.ts";
import { makeNews, makePublication, recordSearch } from "../../domain/publishing/testing/make-publication.ts";
import { createCatalog } from "../catalog.ts";
import type { Catalog, DocumentFilter, NewsFilter, TimelinePosition } from "../ports.ts";
import { openEmptyStore } from "../testing/empty-store.ts";
import { createCatalogWriter } from "./catalog-writer.ts";
import type { Database } from "./database.ts";
import { readsOf } from "./statements.ts";

let db: Database;
let catalog: Catalog;
let publisher: Publisher;

function openEmpty(): void {
  db = openEmptyStore();
  catalog = createCatalog(readsOf(db));
  publisher = createPublisher({ catalog: createCatalogWriter(db), search: recordSearch() });
}
beforeEach(openEmpty);
afterEach(() => void db.close());

const noon = Date.parse("2026-11-20T12:00:00+09:00");
const codes = ["971A", "964A", "25935", null];
const types = ["earnings_summary", "share_buyback", "other"] as const;

interface Drawn {
  readonly id: number;
  readonly minute: number;
  readonly code: string | null;
  readonly type: (typeof types)[number];
  readonly family: (typeof documentFamilies)[number];
}
const drawn: fc.Arbitrary<Drawn> = fc.record({
  id: fc.integer({ min: 0, max: 99_999 }),
  // Few instants, so that many documents share one.
  minute: fc.integer({ min: 0, max: 5 }),
  code: fc.constantFrom(...codes),
  type: fc.constantFrom(...types),
  family: fc.constantFrom(...documentFamilies),
});
const publicationOf = ({ id, minute, code, type, family }: Drawn) =>
  makePublication({
    documentId: `D${id}`,
    timelineAtMs: noon + minute * 60_000,
    securityCode: code,
    type,
    family,
    fiscalPeriod: null,
  });
const filter: fc.Arbitrary<DocumentFilter> = fc.record(
  {
    security_codes: fc.subarray(["971A", "964A", "25935", "0000"]),
    document_types: fc.subarray([...types, "no_such_type"]),
    document_families: fc.subarray([...documentFamilies]),
    sinceMs: fc.integer({ min: 0, max: 6 }).map((minute) => noon + minute * 60_000),
    untilMs: fc.integer({ min: 0, max: 6 }).map((minute) => noon + minute * 60_000),
  },
  { requiredKeys: [] },
);

async function walk(
  page: (after: TimelinePosition | undefined) => Promise<{ records: unknown[]; next: TimelinePosition | undefined }>,
  between: (step: number) => Promise<unknown> = async () => {},
): Promise<unknown[]> {
  const seen: unknown[] = [];
  let after: TimelinePosition | undefined;
  for (let step = 0; ; step++) {
    const { records, next } = await page(after);
    seen.push(...records);
    if (next === undefined) return seen;
    after = next;
    await between(step);
  }
}
const idOf = (record: unknown) => (record as DocumentSummary).document_id;

function bruteForce(documents: readonly Drawn[], wanted: DocumentFilter): string[] {
  const has = (list: readonly string[] | undefined, value: string | null) =>
    list === undefined || list.length === 0 || (value !== null && list.includes(value));
  return documents
    .map((each) => ({ ...each, at: noon + each.minute * 60_000, name: `D${each.id}` }))
    .filter(
      (each) =>
        has(wanted.security_codes, each.code) &&
        has(wanted.document_types, each.type) &&
        has(wanted.document_families, each.family) &&
        each.at >= (wanted.sinceMs ?? 0) &&
        each.at < (wanted.untilMs ?? Infinity),
    )
    .sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1))
    .map((each) => each.name);
}

describe("listing documents", () => {
  test("every filter gives what a scan gives, page by page, newest first", async () => {
    const uniqueDocuments = fc.uniqueArray(drawn, { selector: (each) => each.id, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(uniqueDocuments, filter, fc.integer({ min: 1, max: 7 }), async (documents, wanted, limit) => {
        openEmpty();
        await publisher.batch((door) =>
          Promise.all(documents.map((each) => door.publishDocument(publicationOf(each)))),
        );
        const seen = await walk((after) => catalog.listDocuments(wanted, after, limit));
        expect(seen.map(idOf)).toEqual(bruteForce(documents, wanted));
      }),
      { numRuns: 80 },
    );
  });

  test("documents that arrive between pages make none be skipped and none come twice", async () => {
    const documents = fc.uniqueArray(drawn, { selector: (each) => each.id, minLength: 12, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(documents, filter, async (all, wanted) => {
        openEmpty();
        const there = all.slice(0, all.length / 2);
        const late = all.slice(all.length / 2);
        await publisher.batch((door) => Promise.all(there.map((each) => door.publishDocument(publicationOf(each)))));
        const seen = await walk(
          (after) => catalog.listDocuments(wanted, after, 3),
          async (step) => {
            for (const each of late.slice(step * 4, step * 4 + 4)) await publisher.publishDocument(publicationOf(each));
          },
        );
        const ids = seen.map(idOf).map(String);
        expect(new Set(ids).size).toBe(ids.length);
        const expected = bruteForce(there, wanted);
        expect(ids.filter((id) => expected.includes(id))).toEqual(expected);
      }),
      { numRuns: 80 },
    );
  });

  test("a document withdrawn between pages is still listed, where it was", async () => {
    for (const id of [1, 2, 3])
      await publisher.publishDocument(
        publicationOf({ id, minute: id, code: null, type: "other", family: "ir_material" }),
      );
    const seen = await walk(
      (after) => catalog.listDocuments({}, after, 1),
      (step) => publisher.withdrawDocument(`D${2 - step}`),
    );
    expect(seen.map(idOf)).toEqual(["D3", "D2", "D1"]);
  });

  test("a day is a Japanese day: 00:00 is in it, the next 00:00 is not", async () => {
    const at = (documentId: string, time: string) => makePublication({ documentId, timelineAtMs: Date.parse(time) });
    await publisher.publishDocument(at("before", "2026-11-19T23:59:59.999+09:00"));
    await publisher.publishDocument(at("first", "2026-11-20T00:00:00+09:00"));
    await publisher.publishDocument(at("early", "2026-11-20T08:30:00+09:00"));
    await publisher.publishDocument(at("last", "2026-11-20T23:59:59.999+09:00"));
    await publisher.publishDocument(at("after", "2026-11-21T00:00:00+09:00"));
    const day = { sinceMs: jstDayStartMs("2026-11-20"), untilMs: jstDayEndMs("2026-11-20") };
    const { records } = await catalog.listDocuments(day, undefined, 10);
    expect(records.map(idOf)).toEqual(["last", "early", "first"]);
    expect(records.at(-1)?.timeline_at).toBe("2026-11-20T00:00:00+09:00");
  });

  test("no shape of filter sorts or scans: each runs down indexes", async () => {
    const plans: string[] = [];
    const prepare = db.prepare.bind(db);
    const watched = new Proxy(db, {
      get: (target, key) =>
        key === "prepare"
          ? (sql: string) => {
              if (sql.startsWith("WITH page")) {
                const inner = sql.slice(sql.indexOf("(") + 1, sql.indexOf(") SELECT"));
                const steps = prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${inner}`);
                const values = Array.from(inner.matchAll(/\?/g), () => 1);
                plans.push(...steps.all(...values).map((step) => step.detail));
              }
              return prepare(sql);
            }
          : Reflect.get(target, key),
    });
    const listed = createCatalog(readsOf(watched));
    const after = { atMs: noon, id: "D1" };
    for (const securityCodes of [undefined, ["971A"], ["971A", "964A"]]) {
      for (const documentTypes of [undefined, ["other"], ["other", "fact_book"]]) {
        for (const documentFamilies of [
          undefined,
          ["ir_material" as const],
          ["ir_material" as const, "edinet_filing" as const],
        ]) {
          await listed.listDocuments(
            {
              security_codes: securityCodes,
              document_types: documentTypes,
              document_families: documentFamilies,
              sinceMs: 1,
              untilMs: 2 * noon,
            },
            after,
            20,
          );
        }
      }
      await listed.listNews({ securityCodes, sinceMs: 1, untilMs: 2 * noon }, after, 20);
    }
    expect(plans.length).toBeGreaterThan(50);
    expect(plans.filter((detail) => /SCAN|TEMP B-TREE/.test(detail))).toEqual([]);
    // One bound above: the cursor's.
    expect(plans.filter((detail) => /SEARCH/.test(detail) && !/timeline_at_ms|observed_at_ms/.test(detail))).toEqual(
      [],
    );
  });
});

describe("news", () => {
  test("a statement about two issuers comes once, whichever of them is asked for, and in order", async () => {
    const statement = fc.record({
      id: fc.integer({ min: 0, max: 999 }),
      minute: fc.integer({ min: 0, max: 3 }),
      codes: fc.subarray(["971A", "964A", "983A"]),
    });
    const wantedCodes = fc.option(fc.subarray(["971A", "964A", "983A"], { minLength: 1 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(statement, { selector: (each) => each.id, maxLength: 20 }),
        wantedCodes,
        async (statements, securityCodes) => {
          openEmpty();
          for (const { id, minute, codes: own } of statements) {
            await publisher.publishNews(
              makeNews({ newsId: `N${id}`, observedAtMs: noon + minute, securityCodes: own }),
            );
          }
          const wanted: NewsFilter = { securityCodes, sinceMs: noon };
          const seen = await walk((after) => catalog.listNews(wanted, after, 3));
          const expected = statements
            .filter((each) => securityCodes === undefined || each.codes.some((code) => securityCodes.includes(code)))
            .sort((a, b) => b.minute - a.minute || (`N${a.id}` < `N${b.id}` ? 1 : -1));
          expect(seen).toMatchObject(expected.map((each) => ({ news_id: `N${each.id}`, security_codes: each.codes })));
        },
      ),
      { numRuns: 40 },
    );
  });

  test("a statement is given back with its references as published", async () => {
    await publisher.publishNews(makeNews({ title: null }));
    expect(await catalog.findNews("N-1")).toMatchObject({
      title: null,
      observed_at: "2026-10-28T08:10:00+09:00",
      references: [{ document_id: "S9TEST01", section_id: null, page_number: 2, url: null, title: null }],
    });
    expect(await catalog.findNews("N-2")).toBeUndefined();
    expect((await catalog.findNewsStatements(["N-2", "N-1"])).map((each) => each.news_id)).toEqual(["N-1"]);
  });
});

describe("issuers", () => {
  const issuer = {
    securityCode: "971A",
    name: "海鳴精機株式会社",
    nameEn: "Uminari Seiki Co., Ltd.",
    nameKana: "ウミナリセイキ",
    market: "プライム",
    sector: "機械",
    edinetCode: "E99017",
    corporateNumber: "9999010097104",
  };

  test("issuers written after the first search are found by the next", async () => {
    expect(await catalog.searchIssuers("海鳴", 5)).toEqual([]);
    expect(await publisher.publishIssuers([issuer])).toBe(1);
    expect(await catalog.searchIssuers("海鳴", 5)).toMatchObject([
      { security_code: "971A", name_kana: "ウミナリセイキ" },
    ]);
    expect(await publisher.publishIssuers([issuer])).toBe(0);
    await publisher.publishIssuers([{ ...issuer, name: "凪原精機株式会社" }]);
    expect(await catalog.searchIssuers("海鳴", 5)).toEqual([]);
    expect(await catalog.searchIssuers("凪原", 5)).toHaveLength(1);
  });
});
