import { expect, test } from "vitest";
import type { EndpointInput } from "../../../lib/contract/endpoints.ts";
import { SecurityCode } from "../../../lib/contract/ids.ts";
import { at, documents, hourMs } from "../../testing/fixture.ts";
import { createHarness } from "../../testing/harness.ts";
import type { TestClient } from "../../testing/test-client.ts";

type Input = EndpointInput<"listDocuments">;

async function walk(client: TestClient, filters: Input, limits: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 100; page++) {
    const limit = limits[page % limits.length];
    const answer = await client.get("listDocuments", { ...filters, limit, cursor });
    ids.push(...answer.documents.map((each) => each.document_id));
    if (answer.next_cursor === null) return ids;
    cursor = answer.next_cursor;
  }
  throw new Error("the list never ends");
}

const whole: Input = { timeline_since: "2020-01-01" };
const inOrder = documents
  .toSorted((a, b) => b.timelineAtMs - a.timelineAtMs || (a.documentId < b.documentId ? 1 : -1))
  .map((each) => each.documentId);

test("pages of any size contain every document once, newest first, ties by id", async () => {
  const { client } = await createHarness();
  for (const limits of [[1], [2], [7, 3, 1], [100]]) expect(await walk(client, whole, limits)).toEqual(inOrder);
});

test("no row is skipped or repeated while documents arrive between pages", async () => {
  const { client, publisher } = await createHarness();
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page++) {
    const answer = await client.get("listDocuments", { ...whole, limit: 4, cursor });
    seen.push(...answer.documents.map((each) => each.document_id));
    if (answer.next_cursor === null) break;
    cursor = answer.next_cursor;
    const [first] = documents;
    if (first !== undefined) {
      await publisher.publishDocument({
        ...first,
        documentId: `NEW-${page}`,
        timelineAtMs: at("2025-06-30", 1) + page,
      });
      // A document at the instant where the page ended that sorts before its last one.
      await publisher.publishDocument({ ...first, documentId: `ZZZ-${page}`, timelineAtMs: at("2025-06-26", 15) });
    }
  }
  expect(seen).toEqual(inOrder);
});

test("the days are Japanese and both inclusive", async () => {
  const { client } = await createHarness();
  const first = at("2025-06-20", 8.5);
  expect(first % (24 * hourMs)).not.toBe(0);
  const day = async (since: string, until: string) =>
    (await walk(client, { timeline_since: since, timeline_until: until }, [100])).sort();
  // 08:30 in Japan is the day before in UTC; 00:00 belongs to the day it begins.
  expect(await day("2025-06-20", "2025-06-20")).toEqual(["TEN-K", "TEN-K-1"]);
  expect(await day("2025-06-19", "2025-06-19")).toEqual(["LONG"]);
  expect(await day("2025-06-18", "2025-06-18")).toEqual([]);
});

test("filters combine", async () => {
  const { client } = await createHarness();
  const ids = await walk(
    client,
    {
      security_codes: [SecurityCode.parse("9A02"), SecurityCode.parse("9A01")],
      document_families: ["timely_disclosure", "ir_material"],
      document_types: ["earnings_summary", "ir_presentation"],
      timeline_since: "2025-04-03",
    },
    [5],
  );
  const wanted = documents.filter(
    (each) =>
      ["9A01", "9A02"].includes(each.securityCode ?? "") &&
      ["timely_disclosure", "ir_material"].includes(each.family) &&
      each.timelineAtMs >= at("2025-04-03", 0),
  );
  expect(wanted.length).toBeGreaterThan(5);
  expect(ids.toSorted()).toEqual(wanted.map((each) => each.documentId).toSorted());
});

test("a code of five characters ending in 0 is the four", async () => {
  const { client } = await createHarness();
  const four = await client.raw("GET", "/v1/documents?security_codes=9A03", { endpoint: "listDocuments" });
  for (const spelling of ["9A030", "9a03", "%EF%BC%99%EF%BC%A1%EF%BC%90%EF%BC%93"]) {
    const answer = await client.raw("GET", `/v1/documents?security_codes=${spelling}`, { endpoint: "listDocuments" });
    expect(answer.json).toMatchObject({ documents: (four.json as { documents: unknown }).documents });
  }
});

test("a type without documents matches nothing and is no error", async () => {
  const { client } = await createHarness();
  const answer = await client.get("listDocuments", { ...whole, document_types: ["unheard_of"] });
  expect(answer).toEqual({ documents: [], next_cursor: null });
});

test("a cursor is valid for its own filters for a day, with any limit", async () => {
  const { client, clock } = await createHarness();
  const { next_cursor } = await client.get("listDocuments", { ...whole, limit: 2 });
  const use = async (input: Input) =>
    (await client.call("listDocuments", { ...input, cursor: next_cursor ?? "" })).code;
  expect(await use({ ...whole, limit: 50 })).toBeUndefined();
  expect(await use({ timeline_since: "2020-01-02" })).toBe("invalid_cursor");
  expect(await use({ ...whole, document_types: ["earnings_summary"] })).toBe("invalid_cursor");
  expect(
    (await client.call("listNews", { timeline_since: whole.timeline_since, cursor: next_cursor ?? "" })).code,
  ).toBe("invalid_cursor");
  clock.nowMs += 24 * hourMs - 1;
  expect(await use(whole)).toBeUndefined();
  clock.nowMs += hourMs + 1;
  expect(await use(whole)).toBe("invalid_cursor");
});

test("a cursor is bound to the meaning of a filter, not its spelling", async () => {
  const { client } = await createHarness();
  const path = "/v1/documents?security_codes=9A02&security_codes=9A03";
  const first = await client.raw("GET", `${path}&limit=2`, { endpoint: "listDocuments" });
  const { next_cursor } = first.json as { next_cursor: string };
  const again = `/v1/documents?security_codes=9a030&security_codes=9A02&cursor=${next_cursor}`;
  expect((await client.raw("GET", again, { endpoint: "listDocuments" })).status).toBe(200);
});

test("a cursor with any character changed is refused", async () => {
  const { client } = await createHarness();
  const { next_cursor } = await client.get("listDocuments", { ...whole, limit: 2 });
  const genuine = next_cursor ?? "";
  for (let i = 0; i < genuine.length; i++) {
    const changed = genuine.slice(0, i) + (genuine[i] === "A" ? "B" : "A") + genuine.slice(i + 1);
    expect((await client.call("listDocuments", { ...whole, cursor: changed })).code, `at ${i}`).toBe("invalid_cursor");
  }
  for (const cursor of [`${genuine}=`, `${genuine}A`, genuine.slice(0, 20), "=", "null", "　"]) {
    expect((await client.call("listDocuments", { ...whole, cursor })).code).toBe("invalid_cursor");
  }
});

test("an answer that the client has already is 304 without a body", async () => {
  const { client } = await createHarness();
  const first = await client.call("listDocuments", { ...whole, limit: 3 });
  const etag = first.headers.get("etag") ?? "";
  for (const known of [etag, `"other", ${etag}`, "*"]) {
    const again = await client.call("listDocuments", { ...whole, limit: 3 }, { headers: { "if-none-match": known } });
    expect(again.status).toBe(304);
    expect(again.bytes.byteLength).toBe(0);
  }
  const other = await client.call("listDocuments", { ...whole, limit: 4 }, { headers: { "if-none-match": etag } });
  expect(other.status).toBe(200);
});
