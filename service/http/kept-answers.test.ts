import { expect, test, vi } from "vitest";
import { DocumentId, SecurityCode } from "../../lib/contract/ids.ts";
import { createCatalog } from "../storage/sqlite/catalog.ts";
import { documents, hourMs, issuers, news } from "../testing/fixture.ts";
import { createHarness, type Harness } from "../testing/harness.ts";
import { KeptAnswers } from "./kept-answers.ts";

const id = DocumentId.parse("READY1");
const list = { timeline_since: "2020-01-01", limit: 5 };

/** A service on the same store whose reads of documents are counted. */
async function counting(harness: Harness) {
  const catalog = createCatalog(harness.store.db);
  const reads: string[] = [];
  const { client } = await harness.restarted({
    catalog: {
      ...catalog,
      findDocument: (documentId) => {
        reads.push(documentId);
        return catalog.findDocument(documentId);
      },
      listDocuments: (filter, after, limit) => {
        reads.push("list");
        return catalog.listDocuments(filter, after, limit);
      },
    },
  });
  return { client, reads };
}

const published = (documentId: string) => {
  const found = documents.find((each) => each.documentId === documentId);
  if (found === undefined) throw new Error(`no ${documentId}`);
  return found;
};

test("from the second time on the same request is read no more, and counted and limited each time", async () => {
  const harness = await createHarness();
  const { client, reads } = await counting(harness);
  const { key } = await harness.newKey({ perMinute: 4 });
  const ask = (headers?: Record<string, string>) => client.call("getDocument", { document_id: id }, { key, headers });
  const answers = [await ask(), await ask(), await ask()];
  const [first] = answers;
  expect(reads).toEqual(["READY1", "READY1"]);
  for (const each of answers) expect(each.json).toEqual(first?.json);
  expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["3", "2", "1"]);
  expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(3);
  const etag = first?.headers.get("etag") ?? "";
  const known = await ask({ "If-None-Match": etag });
  expect([known.status, known.bytes.length, known.headers.get("etag")]).toEqual([304, 0, etag]);
  expect((await ask()).code).toBe("rate_limit_exceeded");
  expect(reads).toEqual(["READY1", "READY1"]);
});

test("what is asked for once is not kept, and does not ask what state the catalog is in", async () => {
  const harness = await createHarness();
  const catalog = createCatalog(harness.store.db);
  const asked = vi.fn(catalog.version ?? (() => 0));
  const { client } = await harness.restarted({ catalog: { ...catalog, version: asked } });
  const { documents: rows } = await client.get("listDocuments", list);
  for (const row of rows) await client.get("getDocument", { document_id: row.document_id });
  expect(rows).toHaveLength(5);
  expect(asked).not.toHaveBeenCalled();
});

test("a key that was revoked gets nothing that is kept", async () => {
  const harness = await createHarness();
  const { client, reads } = await counting(harness);
  const { id: keyId, key } = await harness.newKey();
  for (let i = 0; i < 3; i++) await client.get("getDocument", { document_id: id }, { key });
  await harness.store.keys.revoke(keyId, harness.clock.nowMs);
  expect((await client.call("getDocument", { document_id: id }, { key, wrongKey: true })).code).toBe("invalid_api_key");
  expect(reads).toEqual(["READY1", "READY1"]);
});

const changes: Record<string, (harness: Harness) => Promise<unknown>> = {
  "a withdrawal": ({ publisher }) => publisher.withdrawDocument(id),
  "a changed document": ({ publisher }) => publisher.publishDocument({ ...published("READY1"), title: "訂正後" }),
  "an amendment": ({ publisher }) =>
    publisher.publishDocument({ ...published("READY1"), documentId: "AMENDING", amendsDocumentId: id }),
  "a new name of its issuer": ({ publisher }) =>
    publisher.publishIssuers(issuers.map((each) => ({ ...each, nameEn: `${each.nameEn} New` }))),
};

test.each(Object.entries(changes))("%s shows in the next answer", async (_what, change) => {
  const harness = await createHarness();
  const { client } = await counting(harness);
  const before = await client.get("getDocument", { document_id: id });
  for (let i = 0; i < 2; i++) expect(await client.get("getDocument", { document_id: id })).toEqual(before);
  await change(harness);
  const after = await client.get("getDocument", { document_id: id });
  expect(after).not.toEqual(before);
  const fresh = await harness.restarted();
  expect(after).toEqual(await fresh.client.get("getDocument", { document_id: id }));
});

test("a release shows in lists, and a changed statement in the news", async () => {
  const harness = await createHarness();
  const { client } = await counting(harness);
  const pending = { security_codes: [SecurityCode.parse(published("PENDING").securityCode)], limit: 100 };
  const statuses = async () => {
    const { documents: rows } = await client.get("listDocuments", pending);
    return rows.find((each) => each.document_id === "PENDING")?.content_status;
  };
  for (let i = 0; i < 3; i++) expect(await statuses()).toBe("pending_release");
  await harness.publisher.release("PENDING");
  expect(await statuses()).toBe("ready");
  const [statement] = news;
  if (statement === undefined) throw new Error("no news");
  const told = async () => (await client.get("getNews", { news_id: statement.newsId })).statement;
  for (let i = 0; i < 3; i++) expect(await told()).toBe(statement.statement);
  await harness.publisher.publishNews({ ...statement, statement: "取り消されました。" });
  expect(await told()).toBe("取り消されました。");
});

test("a refusal is not kept, and cursors are renewed by the hour", async () => {
  const harness = await createHarness();
  const { client, reads } = await counting(harness);
  const later = DocumentId.parse("LATER");
  for (let i = 0; i < 2; i++) expect((await client.call("getDocument", { document_id: later })).status).toBe(404);
  expect(reads).toEqual(["LATER", "LATER"]);
  await harness.publisher.publishDocument({ ...published("READY1"), documentId: later });
  expect((await client.get("getDocument", { document_id: later })).document_id).toBe(later);
  const first = await client.get("listDocuments", list);
  for (let i = 0; i < 2; i++) expect(await client.get("listDocuments", list)).toEqual(first);
  harness.clock.nowMs += hourMs;
  const next = await client.get("listDocuments", list);
  expect(next.documents).toEqual(first.documents);
  expect(next.next_cursor).not.toBe(first.next_cursor);
});

test("what was read while something was published is not kept, and the oldest go first", () => {
  let version = 1;
  const answers = new KeptAnswers(() => version, 3_000);
  const answer = { body: { oneByte: "a".repeat(1_000) }, etag: "" };
  const stateOf = (target: string) => {
    answers.begin(target, 0);
    return answers.begin(target, 0) ?? Number.NaN;
  };
  expect(answers.begin("/a", 0)).toBeUndefined();
  const before = stateOf("/a");
  version++;
  const now = stateOf("/a");
  answers.keep("/a", before, answer);
  expect(answers.find("/a", 0)).toBeUndefined();
  for (const target of ["/a", "/b", "/c"]) answers.keep(target, now, answer);
  answers.keep("/large", now, { body: { oneByte: "a".repeat(3_000) }, etag: "" });
  const found = () => ["/a", "/b", "/c", "/large"].map((target) => answers.find(target, 0) !== undefined);
  expect(found()).toEqual([false, true, true, false]);
  version++;
  expect(found()).toEqual([false, false, false, false]);
});

test("an answer is worth keeping where its target comes again, also after thousands of others", () => {
  const answers = new KeptAnswers(() => 1, 1_000_000);
  const isWorthKeeping = (target: string) => answers.begin(target, 0) !== undefined;
  const once = Array.from({ length: 5_000 }, (_, i) => `/v1/documents/S${String(i * 7).padStart(8, "0")}`);
  expect(once.filter(isWorthKeeping)).toEqual([]);
  expect(once.filter(isWorthKeeping).length).toBeGreaterThan(2_500);
});
