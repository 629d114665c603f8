import { expect, test } from "vitest";
import { newApiKey } from "../domain/keys/api-key.ts";
import { createHarness } from "../testing/harness.ts";

test.each(["", "   "])("a blank Authorization header (%j) counts as absent", async (authorization) => {
  const { client } = await createHarness();
  const answer = await client.raw("GET", "/v1/documents/READY1", { headers: { authorization } });
  expect(answer.code).toBe("authentication_required");
});

test.each(["Basic abc", "Bearer", "Bearer ", "hk_x", "Bearer a b", "Token hk_x"])(
  "anything but a valid key (%j) is refused as invalid",
  async (authorization) => {
    const { client } = await createHarness();
    const answer = await client.raw("GET", "/v1/documents/READY1", { headers: { authorization } });
    expect(answer.code).toBe("invalid_api_key");
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  },
);

test.each(["Bearer", "bearer", "BEARER"])("the scheme word %s is read in any case", async (scheme) => {
  const { client, newKey } = await createHarness();
  const { key } = await newKey();
  const answer = await client.raw("GET", "/v1/documents/READY1", { headers: { authorization: `${scheme} ${key}` } });
  expect(answer.status).toBe(200);
});

test("a well-formed key that was never created is invalid", async () => {
  const { client } = await createHarness();
  expect((await client.call("searchIssuers", { q: "a" }, { key: newApiKey() })).code).toBe("invalid_api_key");
});

test("a revoked key is refused with the next request", async () => {
  const { client, newKey, store, clock } = await createHarness();
  const { id, key } = await newKey();
  expect((await client.call("searchIssuers", { q: "a" }, { key })).status).toBe(200);
  await store.keys.revoke(id, clock.nowMs);
  expect((await client.call("searchIssuers", { q: "a" }, { key })).code).toBe("invalid_api_key");
});

test.each([
  ["GET", "/v1/nothing"],
  ["GET", "/"],
  ["DELETE", "/v1/documents"],
  ["HEAD", "/v1/documents"],
  ["GET", "/v1/documents/NONE"],
  ["GET", "/v1/documents/%FF"],
])("%s %s reveals nothing without a key", async (method, target) => {
  const { client } = await createHarness();
  const response = await client.raw(method, target, { key: null }).catch(() => undefined);
  expect(response?.status).toBe(401);
});

test("a body too long is 401 without a key, 413 with one", async () => {
  const { client } = await createHarness();
  const body = JSON.stringify({ query: "x".repeat(70_000) });
  expect((await client.raw("POST", "/v1/search/news", { body, key: null })).status).toBe(401);
  expect((await client.raw("POST", "/v1/search/news", { body })).status).toBe(413);
});

test("wrong keys are answered 429 once an address has sent too many, and valid keys never", async () => {
  const { client, newKey, clock } = await createHarness({ wrongKeysPerMinute: 3 });
  const { key } = await newKey();
  const wrong = async (address: string) =>
    (await client.call("searchIssuers", { q: "a" }, { key: "hk_no", address, wrongKey: true })).code;
  for (let i = 0; i < 3; i++) expect(await wrong("192.0.2.9")).toBe("invalid_api_key");
  expect(await wrong("192.0.2.9")).toBe("rate_limit_exceeded");
  expect(await wrong("192.0.2.10")).toBe("invalid_api_key");
  expect((await client.call("searchIssuers", { q: "a" }, { key, address: "192.0.2.9" })).status).toBe(200);
  clock.nowMs += 60_000;
  expect(await wrong("192.0.2.9")).toBe("invalid_api_key");
});

test("addresses of one IPv6 subscriber count as one", async () => {
  const { client } = await createHarness({ wrongKeysPerMinute: 1 });
  const wrong = async (address: string) =>
    (await client.call("searchIssuers", { q: "a" }, { key: "hk_no", address, wrongKey: true })).code;
  expect(await wrong("2001:db8:1:2::1")).toBe("invalid_api_key");
  expect(await wrong("2001:db8:1:2:ffff::9")).toBe("rate_limit_exceeded");
  expect(await wrong("2001:db8:1:3::1")).toBe("invalid_api_key");
});

test("the health endpoints need no key, answer the same with one, and count nothing", async () => {
  const { client, newKey } = await createHarness();
  const { key } = await newKey({ perMinute: 1 });
  for (const name of ["health", "ready"] as const) {
    const without = await client.call(name, {}, { key: null });
    const withKey = await client.call(name, {}, { key });
    expect(withKey.json).toEqual(without.json);
    expect(withKey.headers.has("x-ratelimit-limit")).toBe(false);
  }
  expect((await client.call("searchIssuers", { q: "a" }, { key })).status).toBe(200);
});

test("HEAD answers on health alone, without a body", async () => {
  const { client } = await createHarness();
  const head = await client.raw("HEAD", "/health", { key: null });
  expect(head.status).toBe(200);
  expect(head.bytes.byteLength).toBe(0);
});

test("ready answers 503 with the same shape once the store can't be written or the service stops", async () => {
  const broken = await createHarness({ probe: { check: async () => ({ store: "failed", migrations: "ok" }) } });
  const answer = await broken.client.raw("GET", "/health/ready", { key: null });
  expect(answer.status).toBe(503);
  expect(answer.json).toEqual({
    status: "unavailable",
    version: "0.0.0-test",
    checks: { store: "failed", migrations: "ok" },
  });
  const stopping = await createHarness();
  stopping.service.stop();
  expect((await stopping.client.raw("GET", "/health/ready", { key: null })).status).toBe(503);
  expect((await stopping.client.raw("GET", "/health", { key: null })).status).toBe(200);
});
