import { beforeEach, describe, expect, test, vi } from "vitest";
import { TextRefused } from "../../kit/long-texts/refusal.ts";
import { PoolBusyError } from "../../kit/workers/errors.ts";
import { passTime } from "../simulation/environment.ts";
import { ann, at, buy, page, restart, search, sections } from "../testing/purchase-setup.ts";
import { libraryPage, librarySummary } from "./library-views.ts";
import { ownedContent, ownedDocument, ownedDocuments, ownedSection, recordOpened } from "./owned.ts";

beforeEach(() => restart());

const reader = { ownerId: ann.ownerId, upstream: ann.upstream };
const dayMs = 86_400_000;
const hourMs = 3_600_000;

const shown = async (query: string) =>
  await libraryPage(at.app.deps, at.app.rows, ann.ownerId, new URLSearchParams(query));
const summary = () => librarySummary(at.app.rows, ann.ownerId, "2026-11", at.clock.nowMs());
const read = async (sectionId: string) => await ownedSection(at.app.deps, at.app.rows, reader, "D1", sectionId);

test("what is owned of a list is what is owned of each of its documents", async () => {
  await buy(sections("s1"));
  await buy(page([1, 2], "D2"));
  const ids = ["D9", "D1", "D2", "no such document"];
  const owned = await ownedDocuments(at.app.rows, reader, ids);
  expect(owned).toEqual(await Promise.all(ids.map((id) => ownedDocument(at.app.rows, reader, id))));
  expect(owned.map((each) => each.sections.length + each.pages.length > 0)).toEqual([false, true, true, false]);
  const other = await ownedDocuments(at.app.rows, { ...reader, ownerId: "bob" }, ids);
  expect(other.flatMap((each) => [...each.sections, ...each.pages])).toEqual([]);
});

test.each([
  ["too_complex", new TextRefused()],
  ["busy", new PoolBusyError(7_000)],
] as const)("a line whose text is not looked through says why it has no excerpt: %s", async (because, error) => {
  await buy(sections("s1"));
  expect(await shown("q=企業")).toMatchObject({
    items: [{ snippet: { text: expect.any(String) }, snippet_unread: null }],
  });
  vi.spyOn(at.app.deps.texts, "passage").mockRejectedValue(error);
  expect(await shown("q=企業")).toMatchObject({ items: [{ snippet: null, snippet_unread: because }] });
});

test("a whole document from one purchase of all its sections reads what was delivered once", async () => {
  await buy(sections("s1", "s2", "s3"));
  const reads = vi.spyOn(at.app.deps.bodies, "read");
  const text = await ownedContent(at.app.deps, at.app.rows, reader, "D1", "s2-1");
  expect(text?.content).toContain("設備の状況");
  expect(reads).toHaveBeenCalledTimes(1);
});

test("a month's credits are summed by label, and what has none counts under none", async () => {
  await buy(sections("s1"));
  await buy(page([1, 2], "D2"));
  const [line] = await at.app.rows.library.lines({ owner_id: ann.ownerId, limit: 1 });
  await at.app.rows.library.setLabel(ann.ownerId, [line?.intent_id ?? ""], "Machinery");
  const { by_label: byLabel, spent_month: spent } = await summary();
  expect(new Map(byLabel.map((each) => [each.label, each.credits]))).toEqual(
    new Map([
      ["Machinery", line?.credits],
      [null, spent - (line?.credits ?? 0)],
    ]),
  );
  expect((await librarySummary(at.app.rows, ann.ownerId, "2026-10", at.clock.nowMs())).by_label).toEqual([]);
});

test("the credits of each month with any are summed, the last twelve of them", async () => {
  await buy(sections("s1"));
  await passTime(at.clock, 62 * dayMs);
  await buy(page([1, 2], "D2"));
  const { by_month: months } = await summary();
  expect(months.map(({ credits }) => credits)).toEqual([4, 2]);
  expect(new Set(months.map(({ month }) => month)).size).toBe(2);
  await passTime(at.clock, 330 * dayMs);
  expect((await summary()).by_month.length).toBe(1);
});

describe("what re-reading saved", () => {
  const saved = async () => {
    const { saved: credits, saved_reads: reads, saved_since: since } = await summary();
    return { credits, reads, since };
  };
  const wait = async () => {
    await passTime(at.clock, hourMs);
  };

  test("is nothing at the first visit, and a section's own price at each further one, however often it is rendered", async () => {
    await buy(sections("s1"));
    const { spent_month: charged } = await summary();
    expect(charged).toBeGreaterThan(0);
    await read("s1");
    await read("s1");
    expect(await saved()).toEqual({ credits: 0, reads: 0, since: null });
    await wait();
    await read("s1");
    await read("s1");
    expect(await saved()).toEqual({ credits: charged, reads: 1, since: "2026-11-21" });
    await passTime(at.clock, dayMs);
    await read("s1");
    expect(await saved()).toEqual({ credits: 2 * charged, reads: 2, since: "2026-11-21" });
  });

  test("openings close together are one visit, however long it lasts", async () => {
    await buy(sections("s1"));
    for (let opened = 0; opened < 6; opened++) {
      await read("s1");
      await passTime(at.clock, hourMs / 3);
    }
    expect((await saved()).reads).toBe(0);
  });

  test("of a document bought whole counts the section that was read, not the whole", async () => {
    await buy({ kind: "content", document_id: "D1" });
    const { spent_month: whole } = await summary();
    await ownedContent(at.app.deps, at.app.rows, reader, "D1", "s2-1");
    await wait();
    await ownedContent(at.app.deps, at.app.rows, reader, "D1", "s2-1");
    expect((await saved()).reads).toBe(1);
    expect((await saved()).credits).toBeGreaterThan(0);
    expect((await saved()).credits).toBeLessThan(whole);
  });

  test("of one document and day is never more than the whole document costs", async () => {
    await buy({ kind: "content", document_id: "D1" });
    const { spent_month: whole } = await summary();
    const all = ["s1", "s1-1", "s1-2", "s2", "s2-1", "s3"];
    for (const each of all) await ownedContent(at.app.deps, at.app.rows, reader, "D1", each);
    await wait();
    for (const each of all) await ownedContent(at.app.deps, at.app.rows, reader, "D1", each);
    expect(await saved()).toMatchObject({ credits: whole, reads: all.length });
    await passTime(at.clock, dayMs);
    for (const each of all) await ownedContent(at.app.deps, at.app.rows, reader, "D1", each);
    expect((await saved()).credits).toBe(2 * whole);
  });

  test("of a page or an answer counts its fixed price", async () => {
    await buy(page([3], "D1"));
    await buy(search("売上"));
    const open = async () => {
      const page = await at.app.rows.artifacts.pageOf(ann.ownerId, ann.upstream, "D1", 3);
      if (page === undefined) throw new Error("the page is owned");
      await recordOpened(at.app.deps, at.app.rows, page);
      const answer = (await shown("kind=search_documents")).items[0];
      const row = await at.app.rows.artifacts.artifactOf(ann.ownerId, answer?.artifact_id ?? "");
      if (row === undefined) throw new Error("the answer is owned");
      await recordOpened(at.app.deps, at.app.rows, row);
    };
    await open();
    expect((await saved()).credits).toBe(0);
    await wait();
    await open();
    expect(await saved()).toMatchObject({ credits: 2, reads: 2 });
  });

  test("counts a section of a text from several purchases where that section was read", async () => {
    await buy(sections("s1"));
    await buy(sections("s2"));
    await buy(sections("s3"));
    expect((await summary()).never_opened_count).toBe(3);
    const text = await ownedContent(at.app.deps, at.app.rows, reader, "D1", "s2-1");
    expect(text?.content).toContain("設備の状況");
    const opened = (await shown("")).items.filter((item) => item.opened);
    expect(opened.map((item) => item.section_id)).toEqual(["s2"]);
  });

  test("counts every purchase that a section is put together from", async () => {
    await buy(sections("s1-1"));
    await buy(sections("s1-2"));
    await read("s1");
    expect((await summary()).never_opened_count).toBe(0);
  });
});

describe("the library's list", () => {
  const places = (items: Awaited<ReturnType<typeof shown>>["items"]) =>
    items.map((item) => [item.security_code, item.document_id, item.page_number] as const);

  test("is sorted by issuer, document and page, questions last, over any number of its pages", async () => {
    await buy(search("売上"));
    await buy(page([2], "D2"));
    await buy(page([3], "D1"));
    await buy(page([1], "D2"));
    await buy(sections("s1"));
    const all = await shown("sort=issuer");
    expect(all.items.at(-1)?.kind).toBe("search_documents");
    const documents = all.items.map((item) => item.document_id).filter((id) => id !== null);
    expect(documents).toEqual(documents.toSorted());
    expect(places(all.items).filter(([, id]) => id === "D2")).toEqual([
      [all.items.find((item) => item.document_id === "D2")?.security_code, "D2", 1],
      [all.items.find((item) => item.document_id === "D2")?.security_code, "D2", 2],
    ]);
    for (const sort of ["issuer", "newest", "credits"]) {
      const whole = (await shown(`sort=${sort}`)).items.map((item) => item.artifact_id);
      const paged: string[] = [];
      for (let cursor = ""; ; ) {
        const page = await shown(`sort=${sort}&limit=2${cursor}`);
        paged.push(...page.items.map((item) => item.artifact_id));
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(5);
    }
  });

  test("refuses an order it doesn't know and a place in another order", async () => {
    await buy(page([1], "D1"));
    await buy(page([2], "D1"));
    await expect(shown("sort=colour")).rejects.toMatchObject({ problem: { detail: "sort is not valid." } });
    const { next_cursor } = await shown("sort=newest&limit=1");
    await expect(shown(`sort=issuer&cursor=${next_cursor ?? ""}`)).rejects.toMatchObject({
      problem: { detail: "cursor is not valid." },
    });
  });

  test("tells whose documents are owned", async () => {
    await buy(page([1], "D1"));
    await buy(page([1], "D2"));
    await buy(page([2], "D2"));
    await buy(search("売上"));
    expect((await summary()).owned_issuers).toEqual([
      { security_code: "7001", issuer_name: "海鳴精機", issuer_name_en: "Uminari Seiki Co., Ltd.", count: 1 },
      { security_code: "7002", issuer_name: "海鳴精機", issuer_name_en: "Uminari Seiki Co., Ltd.", count: 2 },
    ]);
    expect((await shown("code=7002")).total).toBe(2);
  });
});
