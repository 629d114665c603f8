import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { countCharacters } from "../../../lib/text/format/count-characters.ts";
import { createPublisher, PublicationRefused, type Publisher } from "../../domain/publishing/index.ts";
import {
  makeNews,
  makePublication,
  makeSection,
  type RecordedSearch,
  recordSearch,
} from "../../domain/publishing/testing/make-publication.ts";
import { createCatalog } from "../catalog.ts";
import type { Catalog } from "../ports.ts";
import { createCatalogWriter } from "./catalog-writer.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrations.ts";
import { readsOf } from "./statements.ts";

let db: Database;
let catalog: Catalog;
let search: RecordedSearch;
let publisher: Publisher;

beforeEach(() => {
  db = openDatabase(":memory:");
  migrate(db);
  catalog = createCatalog(readsOf(db));
  search = recordSearch();
  publisher = createPublisher({ catalog: createCatalogWriter(db), search });
});

const summary = async (documentId: string) => (await catalog.findDocument(documentId))?.summary;

describe("publishing", () => {
  test("the same publication twice changes not a byte of the store", async () => {
    const publication = makePublication({
      pages: [{ pageNumber: 1, width: 595, height: 842, listed: true }],
      originals: [
        {
          originalId: "pdf",
          mediaType: "application/pdf",
          fileName: "a.pdf",
          source: { maker: "m", recipe: { a: 1 } },
          deliverable: true,
        },
      ],
    });
    expect(await publisher.publishDocument(publication)).toBe("created");
    expect(await publisher.publishNews(makeNews())).toBe("created");
    const before = db.serialize();
    expect(await publisher.publishDocument(publication)).toBe("unchanged");
    expect(await publisher.publishNews(makeNews())).toBe("unchanged");
    expect(db.serialize().equals(before)).toBe(true);
  });

  test("a refused publication leaves nothing behind, in a batch neither", async () => {
    const bad = makePublication({ documentId: "S9TEST02", sections: [makeSection("x", "a", { level: 3 })] });
    const both = publisher.batch(async (door) => {
      await door.publishDocument(makePublication());
      await door.publishDocument(bad);
    });
    await expect(both).rejects.toThrow("S9TEST02: x is at the wrong level");
    expect(await summary("S9TEST01")).toBeUndefined();
  });

  test.each([
    ["a comma in the id", { documentId: "a,b" }],
    ["a code that is none", { securityCode: "97100" }],
    ["a day that is none", { periodEnd: "2026-02-30" }],
    ["ready without text", { sections: [] }],
    ["unavailable with text", { status: "unavailable" as const }],
    ["a section id twice", { sections: [makeSection("a", "1"), makeSection("a", "2")] }],
    [
      "a parent that comes later",
      { sections: [makeSection("a", "1", { level: 2, parentSectionId: "b" }), makeSection("b", "2")] },
    ],
    ["a gap between pages", { pages: [{ pageNumber: 2, width: 1, height: 1, listed: true }] }],
    ["a document that amends itself", { amendsDocumentId: "S9TEST01" }],
  ])("%s is refused", async (_what, changes) => {
    await expect(publisher.publishDocument(makePublication(changes))).rejects.toThrow(PublicationRefused);
  });

  test("a pending document lists no counts and is in no search until it is released", async () => {
    const pending = makePublication({
      status: "pending_release",
      releaseAtMs: 5,
      pages: [{ pageNumber: 1, width: 595, height: 842, listed: true }],
    });
    await publisher.publishDocument(pending);
    expect(await summary("S9TEST01")).toMatchObject({
      content_status: "pending_release",
      image_available: false,
      character_count: null,
    });
    expect(search.documents.size).toBe(0);
    expect(await publisher.release("S9TEST01")).toBe("changed");
    expect(await summary("S9TEST01")).toMatchObject({
      content_status: "ready",
      image_available: true,
      character_count: 11,
    });
    expect(search.documents.has("S9TEST01")).toBe(true);
    expect(await publisher.publishDocument(pending)).toBe("unchanged");
    expect(await summary("S9TEST01")).toMatchObject({ content_status: "ready" });
  });

  test("a pending document is released at its time, and not before; one without a time stays pending", async () => {
    await publisher.publishDocument(makePublication({ status: "pending_release", releaseAtMs: 1_000 }));
    await publisher.publishDocument(makePublication({ documentId: "S9TEST02", status: "pending_release" }));
    expect(await publisher.releaseDue(999)).toBe(0);
    expect(await publisher.releaseDue(1_000)).toBe(1);
    expect(await publisher.releaseDue(Number.MAX_SAFE_INTEGER)).toBe(0);
    expect(await summary("S9TEST01")).toMatchObject({ content_status: "ready" });
    expect(await summary("S9TEST02")).toMatchObject({ content_status: "pending_release" });
    expect([...search.documents.keys()]).toEqual(["S9TEST01"]);
  });

  test("a pending document without text becomes unavailable", async () => {
    await publisher.publishDocument(makePublication({ status: "pending_release", sections: [] }));
    await publisher.release("S9TEST01");
    expect(await summary("S9TEST01")).toMatchObject({ content_status: "unavailable" });
  });

  test("a withdrawn document stays listed, leaves the search and never comes back", async () => {
    await publisher.publishDocument(makePublication());
    expect(await publisher.withdrawDocument("S9TEST01")).toBe("changed");
    expect(search.documents.size).toBe(0);
    expect(await publisher.publishDocument(makePublication({ title: "新しい題" }))).toBe("kept");
    expect(await publisher.release("S9TEST01")).toBe("unchanged");
    expect(await summary("S9TEST01")).toMatchObject({ content_status: "withdrawn", title: "有価証券報告書－第78期" });
  });

  test("what is ready never becomes unavailable", async () => {
    await publisher.publishDocument(makePublication());
    const without = makePublication({ status: "unavailable", sections: [] });
    await expect(publisher.publishDocument(without)).rejects.toThrow("can't become unavailable");
  });

  test("an amendment is recorded on both documents, in whichever order they arrive", async () => {
    const amendment = makePublication({
      documentId: "S9TEST09",
      amendsDocumentId: "S9TEST01",
      title: "訂正有価証券報告書",
    });
    await publisher.publishDocument(amendment);
    await publisher.publishDocument(makePublication());
    expect(await summary("S9TEST01")).toMatchObject({ amended_by_document_id: "S9TEST09" });
    expect(await summary("S9TEST09")).toMatchObject({ amends_document_id: "S9TEST01" });
    await publisher.withdrawDocument("S9TEST09");
    expect(await summary("S9TEST01")).toMatchObject({ amended_by_document_id: null });
  });
});

describe("supersession", () => {
  const year = (n: number, changes = {}) =>
    makePublication({
      documentId: `Y${n}`,
      fiscalPeriod: `${n}FY`,
      periodEnd: `${n + 1}-03-31`,
      timelineAtMs: Date.parse(`${n + 1}-06-25T10:00:00+09:00`),
      ...changes,
    });
  const supersededBy = async (id: string) => (await summary(id))?.superseded_by_document_id;

  test("only a ready document of a later period hides an earlier one, and the index is told", async () => {
    await publisher.publishDocument(year(2023));
    await publisher.publishDocument(year(2024));
    await publisher.publishDocument(year(2025, { status: "pending_release" }));
    expect(await supersededBy("Y2023")).toBe("Y2024");
    expect(await supersededBy("Y2024")).toBeNull();
    await publisher.release("Y2025");
    expect(await supersededBy("Y2023")).toBe("Y2025");
    expect(await supersededBy("Y2024")).toBe("Y2025");
    expect(search.documents.get("Y2024")?.superseded).toBe(true);
    await publisher.withdrawDocument("Y2025");
    expect(await supersededBy("Y2024")).toBeNull();
    expect(search.documents.get("Y2024")?.superseded).toBe(false);
  });

  test("an amendment hides earlier periods and never its original of the same period", async () => {
    await publisher.publishDocument(year(2024));
    await publisher.publishDocument(year(2025));
    await publisher.publishDocument(
      year(2025, {
        documentId: "A2025",
        amendsDocumentId: "Y2025",
        timelineAtMs: Date.parse("2026-07-17T10:00:00+09:00"),
      }),
    );
    expect(await supersededBy("Y2025")).toBeNull();
    expect(await supersededBy("A2025")).toBeNull();
    expect(await supersededBy("Y2024")).toBe("A2025");
  });

  test("other divisions of the year, other types and other issuers hide nothing", async () => {
    await publisher.publishDocument(
      year(2024, { type: "earnings_summary", fiscalPeriod: "2024Q1", periodEnd: "2024-06-30" }),
    );
    await publisher.publishDocument(
      year(2025, { type: "earnings_summary", fiscalPeriod: "2024H1", periodEnd: "2024-09-30" }),
    );
    await publisher.publishDocument(
      year(2026, { type: "semiannual_report", fiscalPeriod: "2025Q1", periodEnd: "2025-06-30" }),
    );
    await publisher.publishDocument(
      year(2027, { type: "earnings_summary", fiscalPeriod: "2025Q1", periodEnd: "2025-06-30", securityCode: "964A" }),
    );
    for (const id of ["Y2024", "Y2025", "Y2026", "Y2027"]) expect(await supersededBy(id)).toBeNull();
  });

  test("the outcome does not depend on the order of arrival", async () => {
    const documents = [
      year(2023),
      year(2024),
      year(2025),
      year(2025, { documentId: "A2025", amendsDocumentId: "Y2025" }),
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(documents, { minLength: 4 }), async (shuffled) => {
        const own = openDatabase(":memory:");
        migrate(own);
        const writer = createPublisher({ catalog: createCatalogWriter(own), search: recordSearch() });
        for (const each of shuffled) await writer.publishDocument(each);
        const reader = createCatalog(readsOf(own));
        const found = await reader.findDocuments(["Y2023", "Y2024", "Y2025", "A2025"]);
        expect(found.map((each) => each.superseded_by_document_id)).toEqual(["Y2025", "Y2025", null, null]);
        own.close();
      }),
      { numRuns: 24 },
    );
  });
});

describe("sections", () => {
  const tree = [
    makeSection("a", "一"),
    makeSection("a1", "二", { level: 2, parentSectionId: "a" }),
    makeSection("a11", "𠮷野と𩸽", { level: 3, parentSectionId: "a1" }),
    makeSection("a2", "三", { level: 2, parentSectionId: "a" }),
    makeSection("b", "四"),
  ];

  test("counts include descendants, in code points, and together are the body", async () => {
    await publisher.publishDocument(makePublication({ sections: tree }));
    const toc = (await catalog.toc("S9TEST01")).map(({ entry }) => entry);
    const body = tree.map((section) => section.markdown).join("");
    const top = toc.filter((entry) => entry.parent_section_id === null);
    expect(top.reduce((sum, entry) => sum + (entry.character_count ?? 0), 0)).toBe(countCharacters(body));
    expect(await summary("S9TEST01")).toMatchObject({ character_count: countCharacters(body) });
    expect(toc.find((entry) => entry.section_id === "a1")?.character_count).toBe(
      countCharacters(`${tree[1]?.markdown}${tree[2]?.markdown}`),
    );
    const texts = await catalog.sectionTexts("S9TEST01", undefined);
    expect(texts.map((text) => text.markdown).join("")).toBe(body);
    expect(await catalog.sectionPath("S9TEST01", "a11")).toEqual(["a", "a1", "a11"]);
    expect(await catalog.sectionPath("S9TEST01", "zz")).toBeUndefined();
  });

  test("texts come in reading order, once, whatever is asked for in whatever order", async () => {
    await publisher.publishDocument(makePublication({ sections: tree }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...tree.map((each) => each.sectionId))), async (wanted) => {
        const texts = await catalog.sectionTexts("S9TEST01", wanted);
        const expected = tree.filter((each) => wanted.includes(each.sectionId));
        expect(texts.map((text) => text.markdown)).toEqual(expected.map((each) => each.markdown));
      }),
    );
  });

  const idsOf = async () => (await catalog.toc("S9TEST01")).map(({ entry }) => entry.section_id);
  const publish = (texts: readonly [string, string][]) =>
    publisher.publishDocument(
      makePublication({
        sections: texts.map(([id, text]) => makeSection(id, text, { title: "注記", markdown: text })),
      }),
    );

  test("a text keeps its id when a re-ingest moves and renumbers it", async () => {
    await publish([
      ["s-1", "当社の沿革"],
      ["s-2", "事業の内容"],
    ]);
    await publish([
      ["s-1", "新たな前書き"],
      ["s-2", "当社の沿革"],
      ["s-3", "事業の内容"],
    ]);
    expect(await idsOf()).toEqual(["s-1.r2", "s-1", "s-2"]);
  });

  test("an id that a text had is given to no other text, also after the text is gone", async () => {
    await publish([["s-1", "当社の沿革"]]);
    await publish([["s-1", "まったく異なる文章がここに置かれている"]]);
    expect(await idsOf()).toEqual(["s-1.r2"]);
    await publish([["s-1", "第三の文章はさらに別のことを述べるものである"]]);
    expect(await idsOf()).toEqual(["s-1.r3"]);
    await publish([["s-9", "当社の沿革"]]);
    expect(await idsOf()).toEqual(["s-1"]);
  });

  test("a text that is only cleaned up keeps its id", async () => {
    const text = "当連結会計年度における我が国経済は、雇用・所得環境の改善を背景に緩やかな回復基調で推移いたしました。";
    await publish([["s-1", text]]);
    await publish([["s-7", `${text.replace("、", "， ")}\n`]]);
    expect(await idsOf()).toEqual(["s-1"]);
  });

  test("no id ever names two texts, over any history of re-ingests", async () => {
    const words = ["沿革", "関係会社の状況", "事業等のリスク", "研究開発活動", "設備の状況", "配当政策"];
    const version = fc.shuffledSubarray(words, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(version, { minLength: 2, maxLength: 6 }), async (versions) => {
        const own = openDatabase(":memory:");
        migrate(own);
        const writer = createPublisher({ catalog: createCatalogWriter(own), search: recordSearch() });
        const reader = createCatalog(readsOf(own));
        const texts = new Map<string, string>();
        for (const each of versions) {
          const sections = each.map((word, at) =>
            makeSection(`s-${at}`, "", { title: word, markdown: `${word}について` }),
          );
          await writer.publishDocument(makePublication({ sections }));
          for (const { sectionId, markdown } of await reader.sectionTexts("S9TEST01", undefined)) {
            expect(texts.get(sectionId) ?? markdown).toBe(markdown);
            texts.set(sectionId, markdown);
          }
          expect(new Set(texts.values()).size).toBe(texts.size);
        }
        own.close();
      }),
      { numRuns: 40 },
    );
  });
});
