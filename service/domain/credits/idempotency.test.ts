import { expect, test } from "vitest";
import { nothingBehind } from "../../search/testing/nothing-behind.ts";
import { failing } from "../../testing/failing.ts";
import { jpegBytes, pdfBytes } from "../../testing/fixture.ts";
import { createHarness } from "../../testing/harness.ts";

const news = ["listNews", { timeline_since: "2025-01-01" }] as const;
const dayMs = 86_400_000;

test("the same request under its key is answered byte for byte, once charged", async () => {
  const { client, newKey, keyState, store } = await createHarness();
  const { id, key } = await newKey({ credits: 1 });
  const first = await client.call(...news, { key, idempotencyKey: "a" });
  expect(first.charged).toBe(1);
  // Also with no balance left.
  for (let i = 0; i < 3; i++) {
    const again = await client.call(...news, { key, idempotencyKey: "a" });
    expect(again.status).toBe(200);
    expect(again.bytes).toEqual(first.bytes);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("x-credits-charged")).toBe("0");
    // The name of the charge in the service's ledger, so that a client's books can be matched with it.
    expect(again.headers.get("x-charged-request-id")).toBe(first.headers.get("x-request-id"));
  }
  const entries = store.db.prepare("SELECT request_id FROM ledger_entries WHERE kind = 'charge'").pluck().all();
  expect(entries).toEqual([first.headers.get("x-request-id")]);
  expect((await keyState(id)).charged).toBe(1);
  expect((await store.ledger.verify()).drifts).toEqual([]);
});

test.each([
  ["getPageImage", { document_id: "READY1", page_number: 1 }, jpegBytes],
  ["getOriginal", { document_id: "READY1", original_id: "pdf" }, pdfBytes],
] as const)(
  "a file of %s is replayed from its blob, which it pins, under its own headers",
  async (name, input, bytes) => {
    const { client, store, blobs } = await createHarness();
    const first = await client.call(name, input, { idempotencyKey: "a" });
    const again = await client.call(name, input, { idempotencyKey: "a" });
    expect(again.bytes).toEqual(bytes);
    for (const header of ["content-type", "content-disposition", "content-length"]) {
      expect(again.headers.get(header)).toBe(first.headers.get(header));
    }
    const { blobOf } = await import("../../testing/fixture.ts");
    expect(await store.pins.isPinned(blobOf(bytes))).toBe(true);
    expect(await store.pins.isPinned("0".repeat(64))).toBe(false);
    expect(blobs.openCount).toBe(0);
  },
);

test("a long answer is stored compressed and returned byte for byte", async () => {
  const { client, store } = await createHarness();
  const first = await client.call("getContent", { document_id: "LONG" }, { idempotencyKey: "a" });
  const again = await client.call("getContent", { document_id: "LONG" }, { idempotencyKey: "a" });
  expect(first.bytes.byteLength).toBeGreaterThan(100_000);
  expect(again.bytes).toEqual(first.bytes);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  const kept = store.db.prepare<[], number>("SELECT length(body) FROM idempotent_responses").pluck().get();
  expect(kept).toBeLessThan(10_000);
});

test("without that header each call is charged", async () => {
  const { client, newKey, keyState } = await createHarness();
  const { id, key } = await newKey({ credits: 10 });
  for (let i = 0; i < 3; i++) await client.call(...news, { key });
  expect((await keyState(id)).charged).toBe(3);
});

test("a key belongs to the API key that used it", async () => {
  const { client, newKey } = await createHarness();
  const [one, other] = [await newKey(), await newKey()];
  await client.call(...news, { key: one.key, idempotencyKey: "a" });
  const answer = await client.call(
    "listNews",
    { timeline_since: "2025-02-01" },
    { key: other.key, idempotencyKey: "a" },
  );
  expect(answer.charged).toBe(1);
});

test("another endpoint, path or body under the same key is refused and costs nothing", async () => {
  const { client, newKey, keyState } = await createHarness();
  const { id, key } = await newKey({ credits: 100 });
  await client.call(...news, { key, idempotencyKey: "a" });
  const others = [
    await client.call("searchNews", { query: "q" }, { key, idempotencyKey: "a" }),
    await client.call("listNews", { timeline_since: "2025-01-01", limit: 3 }, { key, idempotencyKey: "a" }),
    await client.call("getContent", { document_id: "READY1" }, { key, idempotencyKey: "a" }),
  ];
  expect(others.map((each) => each.code)).toEqual(Array(3).fill("idempotency_key_reused"));
  expect((await keyState(id)).charged).toBe(1);
});

test("a request in another spelling is the same request", async () => {
  const { client } = await createHarness();
  const send = (target: string) => client.raw("GET", target, { idempotencyKey: "a", endpoint: "listNews" });
  await send("/v1/news?security_codes=9A03&limit=20");
  expect((await send("/v1/news?security_codes=9a030")).headers.get("idempotency-replayed")).toBe("true");
});

test("a refusal is not kept: the same key may succeed later", async () => {
  const { client, newKey, store, clock } = await createHarness();
  const { id, key } = await newKey({ credits: 0 });
  expect((await client.call(...news, { key, idempotencyKey: "a" })).code).toBe("quota_exceeded");
  await store.ledger.grant(id, 5, clock.nowMs);
  expect((await client.call(...news, { key, idempotencyKey: "a" })).charged).toBe(1);
});

test("while the first runs, the second is answered with a wait and the first is charged once", async () => {
  let finish = () => {};
  const running = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { client, newKey, keyState } = await createHarness({
    search: {
      ...nothingBehind,
      searchDocuments: async () => ({ engine: "slow", hits: [] }),
      async searchNews() {
        await running;
        return { engine: "slow", hits: [] };
      },
    },
  });
  const { id, key } = await newKey({ credits: 10 });
  const first = client.call("searchNews", { query: "q" }, { key, idempotencyKey: "a" });
  await expect.poll(async () => (await keyState(id)).credits?.reserved).toBe(1);
  const second = await client.call("searchNews", { query: "q" }, { key, idempotencyKey: "a" });
  expect(second.code).toBe("idempotency_in_progress");
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
  const different = await client.call("searchNews", { query: "r" }, { key, idempotencyKey: "a" });
  expect(different.code).toBe("idempotency_key_reused");
  finish();
  expect((await first).charged).toBe(1);
  expect(await keyState(id)).toMatchObject({ charged: 1, credits: { balance: 9, reserved: 0 } });
});

test.each(["", " ", "a b", "x".repeat(256), "é", "\u007f"])("the key %j is malformed: 400", async (idempotencyKey) => {
  const { client } = await createHarness();
  const answer = await client.call(...news, { idempotencyKey });
  expect(answer.code).toBe("invalid_query_parameter");
});

test.each(["!", "~", "x".repeat(255)])("the key %j is valid", async (idempotencyKey) => {
  const { client } = await createHarness();
  expect((await client.call(...news, { idempotencyKey })).status).toBe(200);
});

test("a 422 wins over a malformed key", async () => {
  const { client } = await createHarness();
  const answer = await client.raw("GET", "/v1/news?limit=x", {
    headers: { "idempotency-key": "a b" },
    endpoint: "listNews",
  });
  expect(answer.status).toBe(422);
});

test("an answer is kept for 30 days, after which a request is charged again", async () => {
  const { client, newKey, keyState, clock, store } = await createHarness();
  const { id, key } = await newKey({ credits: 10 });
  const call = () => client.call(...news, { key, idempotencyKey: "a" });
  await call();
  clock.nowMs += 30 * dayMs - 1;
  expect((await call()).headers.get("idempotency-replayed")).toBe("true");
  clock.nowMs += 1;
  expect((await call()).charged).toBe(1);
  expect((await keyState(id)).charged).toBe(2);
  expect((await store.ledger.verify()).drifts).toEqual([]);
});

test("an expired answer is dropped, and no longer pins its blob", async () => {
  const { client, service, clock, store } = await createHarness();
  const { blobOf } = await import("../../testing/fixture.ts");
  await client.call("getOriginal", { document_id: "READY1", original_id: "pdf" }, { idempotencyKey: "a" });
  clock.nowMs += 30 * dayMs;
  await service.maintain();
  expect(await store.pins.isPinned(blobOf(pdfBytes))).toBe(false);
});

test("a replay does not use the catalog: a paid answer is repeated even if its document was withdrawn since", async () => {
  const { client, restarted } = await createHarness();
  const first = await client.call("getContent", { document_id: "READY1" }, { idempotencyKey: "a" });
  const again = await (await restarted({ catalog: failing("gone") })).client.call(
    "getContent",
    { document_id: "READY1" },
    { idempotencyKey: "a" },
  );
  expect(again.bytes).toEqual(first.bytes);
});

test("free endpoints take the header and ignore it", async () => {
  const { client } = await createHarness();
  expect((await client.call("searchIssuers", { q: "a" }, { idempotencyKey: "a b" })).status).toBe(200);
});
