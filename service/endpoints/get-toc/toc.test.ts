import { expect, test } from "vitest";
import { type DocumentId, SecurityCode } from "../../../lib/contract/ids.ts";
import { PublicationRefused } from "../../domain/publishing/index.ts";
import { makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { addExactHashes } from "../../storage/sqlite/exact-hashes.ts";
import { createHarness, type Harness } from "../../testing/harness.ts";

async function tocOf({ client }: Harness, documentId: string) {
  return client.get("getToc", { document_id: documentId as DocumentId });
}

const text = (changes: string) => `# 事業等のリスク\n\n当社は${changes}為替の影響を受ける。\n`;

test("sections of one issuer have the same tag exactly where their text is the same", async () => {
  const harness = await createHarness();
  const { publisher } = harness;
  const of = (documentId: string, securityCode: string, markdown: string) =>
    publisher.publishDocument(
      makePublication({ documentId, securityCode, sections: [{ ...makeSection("r", "リスク"), markdown }] }),
    );
  await of("ONE", "9A01", text("円安による"));
  await of("TWO", "9A01", text("円安による").replaceAll("は", " は\u3000"));
  await of("THREE", "9A01", text("円高による"));
  await of("FOUR", "9A02", text("円安による"));
  const [one, two, three, four] = await Promise.all(
    ["ONE", "TWO", "THREE", "FOUR"].map(async (id) => (await tocOf(harness, id)).toc[0]?.content_tag),
  );
  expect(one).toMatch(/^1-[0-9a-f]{8}\.[\w-]{22}$/);
  expect(two).toBe(one);
  expect(three).not.toBe(one);
  // Another issuer's section with the same text has another tag.
  expect(four).not.toBe(one);
});

test("a document whose issuer's code becomes known later says which former tags its words had", async () => {
  const harness = await createHarness();
  const sections = [makeSection("a", "第一"), makeSection("b", "第二", { level: 2, parentSectionId: "a" })];
  const publish = (securityCode: string | null, issuerName: string) =>
    harness.publisher.publishDocument(makePublication({ documentId: "ONE", securityCode, issuerName, sections }));
  await publish(null, "見本");
  const first = await tocOf(harness, "ONE");
  expect(first.divided_anew).toBeUndefined();
  await publish(null, "見本株式会社");
  await publish("9A01", "見本株式会社");
  await publish("9A01", "見本ホールディングス株式会社");
  const last = await tocOf(harness, "ONE");
  const tagsOf = ({ toc }: typeof first) => toc.map((entry) => entry.content_tag);
  expect(tagsOf(last).some((tag) => tagsOf(first).includes(tag))).toBe(false);
  const former = last.divided_anew?.former ?? [];
  for (const [at, tag] of tagsOf(first).entries()) {
    const starts = last.divided_anew?.starts ?? [];
    expect(former).toContainEqual({ content_tag: tag, offset: 0, start: starts[at], end: starts[at + 1] });
  }
});

test("a section's tag depends on its subsections, its own tag does not, and another key is another version", async () => {
  const harness = await createHarness();
  const { publisher } = harness;
  const of = (documentId: string, inner: string) =>
    publisher.publishDocument(
      makePublication({
        documentId,
        sections: [
          makeSection("a", "第一"),
          makeSection("b", inner, { level: 2, parentSectionId: "a" }),
          makeSection("c", "末"),
        ],
      }),
    );
  await of("BEFORE", "前");
  await of("AFTER", "後");
  const [before, after] = [await tocOf(harness, "BEFORE"), await tocOf(harness, "AFTER")];
  const same = before.toc.map((entry, at) => entry.content_tag === after.toc[at]?.content_tag);
  expect(same).toEqual([false, false, true]);
  expect(before.toc[0]?.own_content_tag).toBe(after.toc[0]?.own_content_tag);
  const version = (tag: string | null | undefined) => tag?.split(".")[0];
  const { client } = await harness.restarted({ contentTagKey: new Uint8Array(32).fill(8) });
  const other = await client.get("getToc", { document_id: "BEFORE" as DocumentId });
  expect(other.toc[2]?.content_tag).not.toBe(before.toc[2]?.content_tag);
  expect(version(other.toc[2]?.content_tag)).not.toBe(version(before.toc[2]?.content_tag));
  // The secret of cursors may be replaced without making stored tags unknown.
  const { client: again } = await harness.restarted({ secret: new Uint8Array(32).fill(8) });
  expect((await again.get("getToc", { document_id: "BEFORE" as DocumentId })).toc).toEqual(before.toc);
});

test.each([
  ["a digit", "1,204百万円", "1,205百万円"],
  ["the width of a digit", "12名", "１２名"],
  ["a mark", "- 一つ", "* 一つ"],
  ["a sign", "-5", "5"],
  ["a negation", "影響はない", "影響はあ"],
  ["a joined word", "no table", "notable"],
])("%s makes another tag", async (_what, first, second) => {
  const harness = await createHarness();
  for (const [documentId, words] of [
    ["A", first],
    ["B", second],
  ] as const) {
    const sections = [{ ...makeSection("r", "リスク"), markdown: text(words) }];
    await harness.publisher.publishDocument(makePublication({ documentId, sections }));
  }
  const [a, b] = [await tocOf(harness, "A"), await tocOf(harness, "B")];
  expect(a.toc[0]?.content_tag).not.toBe(b.toc[0]?.content_tag);
  expect(a.toc[0]?.own_content_tag).not.toBe(b.toc[0]?.own_content_tag);
});

test("a document that is read anew keeps the tags of the texts that it kept", async () => {
  const harness = await createHarness();
  const sections = [makeSection("a", "第一"), makeSection("b", "第二")];
  await harness.publisher.publishDocument(makePublication({ documentId: "AGAIN", sections }));
  const before = await tocOf(harness, "AGAIN");
  const changed = sections.map((each) => (each.sectionId === "b" ? { ...each, markdown: text("別の") } : each));
  await harness.publisher.publishDocument(makePublication({ documentId: "AGAIN", sections: changed }));
  const after = await tocOf(harness, "AGAIN");
  const kept = before.toc.map((entry, at) => entry.content_tag === after.toc[at]?.content_tag);
  expect(kept).toEqual([true, false]);
});

test("documents of a store without exact hashes get them when it is migrated", async () => {
  const harness = await createHarness();
  const before = await tocOf(harness, "READY1");
  const { db } = harness.store;
  db.exec("UPDATE sections SET text_hash = 'old'; ALTER TABLE sections DROP COLUMN own_text_hash");
  addExactHashes(db);
  expect(await tocOf({ ...harness, ...(await harness.restarted()) }, "READY1")).toEqual(before);
});

test("a document without hashes has no tags, and is delivered all the same", async () => {
  const harness = await createHarness();
  harness.store.db.exec("UPDATE sections SET text_hash = NULL, own_text_hash = NULL");
  const { toc } = await tocOf(harness, "READY1");
  expect(toc.length).toBeGreaterThan(3);
  expect(toc.every((entry) => entry.content_tag === null && entry.own_content_tag === null)).toBe(true);
});

test.each([
  ["a page that the document lacks", { pageNumber: 2 }],
  ["pages that go back", { pageNumber: 1, pageBreaks: [{ pageNumber: 0, characters: 1 }] }],
])("a section on %s is refused", async (_what, place) => {
  const harness = await createHarness();
  const pages = [{ pageNumber: 1, width: 595, height: 842, listed: true }];
  const sections = [{ ...makeSection("a", "一"), ...place }];
  const publishing = harness.publisher.publishDocument(makePublication({ documentId: "ODD", sections, pages }));
  await expect(publishing).rejects.toThrow(PublicationRefused);
});

test("the page of a heading and the parts that a filing lacks are given where they are known", async () => {
  const harness = await createHarness();
  await harness.publisher.publishDocument(
    makePublication({
      documentId: "PARTS",
      sections: [
        { ...makeSection("a", "一"), pageNumber: 2, pageBreaks: [{ pageNumber: 3, characters: 1 }] },
        { ...makeSection("b", "二"), pageNumber: 3, pageConfidence: 0.75 },
        makeSection("c", "三"),
      ],
      pages: [1, 2, 3].map((pageNumber) => ({ pageNumber, width: 595, height: 842, listed: true })),
      missingParts: ["0105000_honbun.htm"],
    }),
  );
  const { toc, missing_parts } = await tocOf(harness, "PARTS");
  expect(toc.map((entry) => [entry.page_number, entry.page_confidence])).toEqual([
    [2, 1],
    [3, 0.75],
    [null, null],
  ]);
  expect(toc.map((entry) => entry.page_breaks)).toEqual([[{ page_number: 3, characters: 1 }], [], []]);
  expect(missing_parts).toEqual(["0105000_honbun.htm"]);
  expect((await tocOf(harness, "READY1")).missing_parts).toEqual([]);
});

test("what a filing lacks is told by its metadata, in lists and by its table of contents", async () => {
  const harness = await createHarness();
  const missingParts = ["第一部 第１ 【企業の概況】"];
  await harness.publisher.publishDocument(
    makePublication({ documentId: "LACKING", securityCode: "9A07", missingParts }),
  );
  const { missing_parts } = await tocOf(harness, "LACKING");
  const document = await harness.client.get("getDocument", { document_id: "LACKING" as DocumentId });
  const list = await harness.client.get("listDocuments", { security_codes: [SecurityCode.parse("9A07")] });
  expect([missing_parts, document.missing_parts, list.documents[0]?.missing_parts]).toEqual(
    Array(3).fill(missingParts),
  );
});

test("a section tells the pages whose tables were guessed; others say nothing of it", async () => {
  const harness = await createHarness();
  const sections = [makeSection("a", "表", { uncertainPages: [3, 4] }), makeSection("b", "本文")];
  await harness.publisher.publishDocument(makePublication({ documentId: "GUESSED", sections }));
  const { toc } = await tocOf(harness, "GUESSED");
  expect(toc[0]?.uncertain_pages).toEqual([3, 4]);
  expect(toc[1]).not.toHaveProperty("uncertain_pages");
});
