import { expect, test } from "vitest";
import { nothingBehind } from "../search/testing/nothing-behind.ts";
import { createHarness } from "../testing/harness.ts";
import { createLog } from "./logger.ts";
import { createMetrics } from "./metrics.ts";

function collect() {
  const lines: string[] = [];
  return {
    lines,
    stream: { write: (line: string) => void lines.push(line), flushSync: () => {}, waitingCharacters: 0 },
  };
}

const fields = [
  "level",
  "time",
  "event",
  "requestId",
  "traceId",
  "method",
  "endpoint",
  "status",
  "problem",
  "keyId",
  "key",
  "credits",
  "replayed",
  "ms",
  "error",
  "stack",
];

test("no key, query, body, id or address reaches a log line or a metric, whether a request succeeds or not", async () => {
  const { lines, stream } = collect();
  const log = createLog("trace", stream);
  const metrics = createMetrics();
  const { client, newKey } = await createHarness({
    observe(record) {
      log.exchange(record);
      metrics.exchange(record);
    },
    search: {
      ...nothingBehind,
      searchDocuments: () => Promise.reject(new Error(`a backend that repeats hk_${"k".repeat(40)}`)),
      searchNews: async () => ({ engine: "e", hits: [] }),
    },
  });
  const { key } = await newKey();
  const canary = "canary-4711";
  await client.call("searchIssuers", { q: canary }, { key, address: "203.0.113.77" });
  await client.call("searchNews", { query: canary }, { key, idempotencyKey: canary });
  await client.call("searchDocuments", { query: canary }, { key });
  await client.raw("GET", `/v1/documents/${canary}`, { key });
  await client.raw("GET", `/${canary}?x=${canary}`, { key, headers: { "x-canary": canary } });
  await client.raw("POST", "/v1/search/news", { key, body: canary });
  await client.call("searchIssuers", { q: canary }, { key: canary, wrongKey: true });

  expect(lines).toHaveLength(7);
  const all = lines.join("") + (await metrics.text());
  for (const secret of [key, key.slice(3, 20), canary, "203.0.113.77", "kkkk"]) expect(all).not.toContain(secret);
  for (const line of lines) {
    const unknown = Object.keys(JSON.parse(line)).filter((field) => !fields.includes(field));
    expect(unknown).toEqual([]);
  }
});

test("a line identifies a key by a fingerprint, and an internal error by its cause", async () => {
  const { lines, stream } = collect();
  const log = createLog("info", stream);
  const { client, newKey } = await createHarness({
    observe: log.exchange,
    search: {
      ...nothingBehind,
      searchDocuments: () => Promise.reject(new Error("disk on fire")),
      searchNews: async () => ({ engine: "e", hits: [] }),
    },
  });
  const [one, other] = [await newKey(), await newKey()];
  await client.call("searchIssuers", { q: "a" }, { key: one.key });
  await client.call("searchIssuers", { q: "a" }, { key: one.key });
  await client.call("searchDocuments", { query: "a" }, { key: other.key });
  const [first, second, third] = lines.map((line) => JSON.parse(line));
  expect(first.key).toMatch(/^[0-9a-f]{8}$/);
  expect(second.key).toBe(first.key);
  expect(third.key).not.toBe(first.key);
  expect(third).toMatchObject({ status: 500, problem: "internal_error" });
  expect(third.error).toContain("disk on fire");
});

test("metrics count requests, problems, credits and replays", async () => {
  const metrics = createMetrics();
  const { client } = await createHarness({ observe: metrics.exchange });
  await client.call("getContent", { document_id: "READY1" }, { idempotencyKey: "a" });
  await client.call("getContent", { document_id: "READY1" }, { idempotencyKey: "a" });
  await client.call("getDocument", { document_id: "NONE" });
  const text = await metrics.text();
  expect(text).toContain('hiraku_requests_total{endpoint="getContent",status="200"} 2');
  expect(text).toContain('hiraku_credits_charged_total{endpoint="getContent"} 2');
  expect(text).toContain("hiraku_idempotent_replays_total 1");
  expect(text).toContain('hiraku_problems_total{code="not_found"} 1');
});

test("a line names the trace that its caller sent, and nothing that only looks like one", async () => {
  const { lines, stream } = collect();
  const log = createLog("info", stream);
  const { service } = await createHarness({ observe: (record) => log.exchange(record) });
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  for (const traceparent of [
    `00-${traceId}-b7ad6b7169203331-00`,
    `00-${traceId}","level":"error-b7ad6b7169203331-00`,
  ]) {
    await service.fetch(new Request("http://service/v1/documents", { headers: { traceparent } }));
  }
  log.flush();
  const [first, second] = lines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(first?.["traceId"]).toBe(traceId);
  expect(second).toMatchObject({ level: "info" });
  expect(second).not.toHaveProperty("traceId");
});
