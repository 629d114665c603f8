import { expect, test } from "vitest";
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

test("the same request is read once, and counted and limited each time", async () => {
  const harness = await createHarness();
  const { client, reads } = await counting(harness);
  const { key } = await harness.newKey({ perMinute: 3 });
  const first = await client.call("getDocument", { document_id: id }, { key });
  const second = await client.call("getDocument", { document_id: id }, { key });
  expect(reads).toEqual(["READY1"]);
  expect(second.json).toEqual(first.json);
  const left = [first, second].map(({ headers }) => headers.get("x-ratelimit-remaining"));
  expect(left).toEqual(["2", "1"]);
  expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  const etag = first.headers.get("etag") ?? "";
  const known = await client.call("getDocument", { document_id: id }, { key, headers: { "If-None-Match": etag } });
  expect([known.status, known.bytes.length, known.headers.get("etag")]).toEqual([304, 0, etag]);
  expect((await client.call("getDocument", { document_id: id }, { key })).code).toBe("rate_limit_exceeded");
  expect(reads).toEqual(["READY1"]);
});

test("a key that was revoked gets nothing that is kept", async () => {
  const harness = await createHarness();
  const { client, reads } = await counting(harness);
  const { id: keyId, key } = await harness.newKey();
  await client.get("getDocument", { document_id: id }, { key });
  await harness.store.keys.revoke(keyId, harness.clock.nowMs);
  expect((await client.call("getDocument", { document_id: id }, { key, wrongKey: true })).code).toBe("invalid_api_key");
  expect(reads).toEqual(["READY1"]);
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
  expect([await statuses(), await statuses()]).toEqual(["pending_release", "pending_release"]);
  await harness.publisher.release("PENDING");
  expect(await statuses()).toBe("ready");
  const [statement] = news;
  if (statement === undefined) throw new Error("no news");
  const told = async () => (await client.get("getNews", { news_id: statement.newsId })).statement;
  expect([await told(), await told()]).toEqual([statement.statement, statement.statement]);
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
  expect(await client.get("listDocuments", list)).toEqual(first);
  harness.clock.nowMs += hourMs;
  const next = await client.get("listDocuments", list);
  expect(next.documents).toEqual(first.documents);
  expect(next.next_cursor).not.toBe(first.next_cursor);
});

test("what was read while something was published is not kept, and the oldest go first", () => {
  let version = 1;
  const answers = new KeptAnswers(() => version, 3_000);
  const answer = { body: Buffer.alloc(1_000), etag: "" };
  const before = answers.begin(0);
  version++;
  const now = answers.begin(0);
  answers.keep("/a", before, answer);
  expect(answers.find("/a")).toBeUndefined();
  const small = { body: Buffer.from("small"), etag: "" };
  answers.keep("/small", now, small);
  // A piece of a larger block would hold all of it.
  expect(answers.find("/small")?.body).toEqual(small.body);
  expect(answers.find("/small")?.body.buffer.byteLength).toBe(small.body.byteLength);
  for (const target of ["/a", "/b", "/c"]) answers.keep(target, now, answer);
  answers.keep("/large", now, { body: Buffer.alloc(3_000), etag: "" });
  expect(["/a", "/b", "/c", "/large"].map((target) => answers.find(target) !== undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
