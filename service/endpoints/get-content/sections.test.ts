import fc from "fast-check";
import { expect, test } from "vitest";
import { DocumentId, SectionId } from "../../../lib/contract/ids.ts";
import { countCharacters } from "../../../lib/text/format/count-characters.ts";
import type { PublicationSection } from "../../domain/publishing/publication.ts";
import { makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { documents } from "../../testing/fixture.ts";
import { createHarness } from "../../testing/harness.ts";

const document_id = "READY1";
const sectionsOf = (id: string) => documents.find((each) => each.documentId === id)?.sections ?? [];
const body = sectionsOf(document_id)
  .map((each) => each.markdown)
  .join("");

test("the whole body is the sections in reading order with nothing between them", async () => {
  const { client } = await createHarness();
  const answer = await client.get("getContent", { document_id });
  expect(answer).toEqual({ document_id, content_format: "markdown", content: body });
  const summary = await client.get("getDocument", { document_id });
  expect(summary.character_count).toBe(countCharacters(body));
});

test("a section includes its descendants", async () => {
  const { client } = await createHarness();
  const answer = await client.get("getContent", { document_id, sections: ["part1-1"] });
  const own = sectionsOf(document_id).filter((each) => each.sectionId.startsWith("part1-1"));
  expect(answer.sections_returned).toEqual(["part1-1"]);
  expect(answer.content).toBe(own.map((each) => each.markdown).join(""));
});

test("sections come once, merged into the one that contains them, in reading order", async () => {
  const { client } = await createHarness();
  const answer = await client.get("getContent", {
    document_id,
    sections: ["part2", "part1-1-1", "part1", "cover", "part2", "part1-2"],
  });
  expect(answer.sections_returned).toEqual(["cover", "part1", "part2"]);
  expect(answer.content).toBe(body);
  expect(answer.content_sections?.map((each) => each.content).join("")).toBe(body);
  expect(answer.content_sections?.[1]?.title).toBe("表題 part1");
});

test("any selection costs and delivers what the table of contents stated before", async () => {
  const { client } = await createHarness();
  const toc = await client.get("getToc", { document_id: "LONG" });
  await fc.assert(
    fc.asyncProperty(fc.subarray(toc.toc, { minLength: 1 }), async (chosen) => {
      const characters = chosen.reduce((sum, each) => sum + (each.character_count ?? 0), 0);
      const tier = toc.content_tiers.find((each) => each.max_characters === null || characters <= each.max_characters);
      const sections = chosen.map((each) => each.section_id);
      const answer = await client.call("getContent", { document_id: "LONG", sections });
      expect(answer.charged).toBe(tier?.credits);
      expect(countCharacters((answer.json as { content: string }).content)).toBe(characters);
    }),
    { numRuns: 20 },
  );
});

test.each([
  ["TEN-K", 2],
  ["TEN-K-1", 4],
  ["LONG", 8],
])("%s costs %i credits", async (id, credits) => {
  const { client } = await createHarness();
  expect((await client.call("getContent", { document_id: id })).charged).toBe(credits);
});

test("a service may be set up with other tiers", async () => {
  const { client } = await createHarness({
    contentTiers: [
      { max_characters: 1, credits: 2 },
      { max_characters: null, credits: 8 },
    ],
  });
  expect((await client.call("getContent", { document_id: "TEN-K" })).charged).toBe(8);
});

test("an unknown section is named, whatever else is asked for, and costs nothing", async () => {
  const { client, newKey, keyState } = await createHarness();
  const { id, key } = await newKey({ credits: 8 });
  const answer = await client.call("getContent", { document_id, sections: ["part1", "part9"] }, { key });
  expect(answer.code).toBe("invalid_section");
  expect(answer.json).toMatchObject({ detail: expect.stringContaining("part9") });
  expect((await keyState(id)).credits?.balance).toBe(8);
});

test("the answer to an id from before the document was read again names the section that has its text now", async () => {
  const { client, publisher } = await createHarness();
  const of = (...sections: PublicationSection[]) =>
    publisher.publishDocument(makePublication({ documentId: "AGAIN", sections }));
  const [first, second] = [
    "第一の節は見本の概況を、はじめから終わりまで詳しく述べる。",
    "第二の節は見本の事業を述べる。",
  ];
  await of(makeSection("whole", `${first}${second}`));
  await of(makeSection("one", first), makeSection("two", second));
  const answer = await client.call("getContent", { document_id: "AGAIN", sections: ["whole"] });
  expect(answer.json).toMatchObject({ code: "invalid_section", section_id_now: "one" });
  const { moved_sections } = await client.get("getToc", { document_id: DocumentId.parse("AGAIN") });
  expect(moved_sections).toEqual([{ section_id: "whole", section_id_now: "one" }]);
});

test("invalid_section comes after what makes the document undeliverable", async () => {
  const { client } = await createHarness();
  const sections = ["part9"];
  expect((await client.call("getContent", { document_id: "NONE", sections })).code).toBe("not_found");
  expect((await client.call("getContent", { document_id: "PENDING", sections })).code).toBe("content_not_available");
});

test("ready means that table of contents and body answer 200", async () => {
  const { client } = await createHarness();
  for (const { documentId } of documents) {
    const { content_status } = await client.get("getDocument", { document_id: documentId });
    const statuses = await Promise.all([
      client.call("getToc", { document_id: documentId }),
      client.call("getContent", { document_id: documentId }),
    ]);
    const wanted = content_status === "ready" ? 200 : 409;
    expect(
      statuses.map((each) => each.status),
      documentId,
    ).toEqual([wanted, wanted]);
  }
});

test("a body that is not as long as its table of contents says is not charged", async () => {
  const { store, restarted, newKey, keyState } = await createHarness();
  const { catalog } = store.library();
  const toc = async (id: string) =>
    (await catalog.toc(id)).map((each) => ({
      ...each,
      entry: { ...each.entry, character_count: (each.entry.character_count ?? 0) + 1 },
    }));
  const { client } = await restarted({ catalog: { ...catalog, toc } });
  const { id, key } = await newKey({ credits: 8 });
  const answer = await client.call("getContent", { document_id, sections: [SectionId.parse("part2")] }, { key });
  expect(answer.status).toBe(500);
  expect(await keyState(id)).toMatchObject({ charged: 0, credits: { balance: 8, reserved: 0 } });
});
