import { expect, test } from "vitest";
import { DocumentId } from "../../lib/contract/ids.ts";
import { at } from "../testing/fixture.ts";
import { createHarness } from "../testing/harness.ts";

const free = ["searchIssuers", { q: "a" }] as const;

test("the request after the last of a minute is refused, and the next minute starts at zero", async () => {
  const { client, newKey, clock } = await createHarness();
  const { key } = await newKey({ perMinute: 2 });
  clock.nowMs = at("2025-06-30", 12) + 20_000;
  const first = await client.call(...free, { key });
  expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
  expect(first.headers.get("x-ratelimit-reset")).toBe(String((at("2025-06-30", 12) + 60_000) / 1000));
  await client.call(...free, { key });
  const third = await client.call(...free, { key });
  expect(third.code).toBe("rate_limit_exceeded");
  expect(third.headers.get("retry-after")).toBe("40");
  clock.nowMs += 40_000;
  expect((await client.call(...free, { key })).status).toBe(200);
});

test("limits are said in the fields of the IETF draft too, also where one is reached", async () => {
  const { client, newKey, clock } = await createHarness();
  const { key } = await newKey({ perMinute: 1, perDay: 10 });
  clock.nowMs = at("2025-06-30", 12) + 20_500;
  const first = await client.call(...free, { key });
  expect(first.headers.get("ratelimit-policy")).toBe('"minute";q=1;w=60, "day";q=10;w=86400');
  expect(first.headers.get("ratelimit")).toBe('"minute";r=0;t=40, "day";r=9;t=43180');
  const refused = await client.call(...free, { key });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit")).toContain('"minute";r=0;t=40');
  expect((await client.call(...free)).headers.get("ratelimit-policy")).toMatch(/^"minute";q=\d+;w=60$/);
});

test("a request that the rate refuses counts for neither limit", async () => {
  const { client, newKey, clock } = await createHarness();
  const { key } = await newKey({ perMinute: 1, perDay: 10 });
  await client.call(...free, { key });
  for (let i = 0; i < 5; i++) await client.call(...free, { key });
  clock.nowMs += 60_000;
  const answer = await client.call(...free, { key });
  expect(answer.headers.get("x-quota-catalog-remaining")).toBe("8");
});

test("every other answer counts, whatever it is", async () => {
  const { client, newKey } = await createHarness();
  const { key } = await newKey({ perMinute: 100, perDay: 100 });
  await client.raw("GET", "/v1/nothing", { key });
  await client.raw("DELETE", "/v1/documents", { key });
  await client.call("getDocument", { document_id: DocumentId.parse("NONE") }, { key });
  await client.raw("GET", "/v1/documents?limit=x", { key });
  const answer = await client.call(...free, { key });
  expect(answer.headers.get("x-ratelimit-remaining")).toBe("95");
  expect(answer.headers.get("x-quota-catalog-remaining")).toBe("95");
});

test("the daily limit ends at midnight in Japan", async () => {
  const { client, newKey, clock } = await createHarness();
  const { key } = await newKey({ perDay: 1 });
  clock.nowMs = at("2025-06-30", 23.5);
  await client.call(...free, { key });
  const refused = await client.call(...free, { key });
  expect(refused.code).toBe("quota_exceeded");
  expect(refused.headers.get("retry-after")).toBe("1800");
  expect(refused.headers.get("x-quota-catalog-reset")).toBe(String(at("2025-07-01", 0) / 1000));
  clock.nowMs = at("2025-07-01", 0);
  expect((await client.call(...free, { key })).status).toBe(200);
});

test("counts survive a restart", async () => {
  const { client, service, newKey, restarted } = await createHarness();
  const { key } = await newKey({ perMinute: 3, perDay: 5 });
  await client.call(...free, { key });
  await client.call(...free, { key });
  await service.close();
  const again = await restarted();
  const answer = await again.client.call(...free, { key });
  expect(answer.headers.get("x-ratelimit-remaining")).toBe("0");
  expect(answer.headers.get("x-quota-catalog-remaining")).toBe("2");
});

test("the first requests after a restart, all at once, are each counted", async () => {
  const { client, newKey } = await createHarness();
  const { key } = await newKey({ perMinute: 10 });
  const answers = await Promise.all(Array.from({ length: 25 }, () => client.call(...free, { key })));
  expect(answers.filter((each) => each.status === 200)).toHaveLength(10);
});

test("an unlimited plan omits the quota headers", async () => {
  const { client } = await createHarness();
  const { headers } = await client.call(...free);
  expect([...headers.keys()].filter((name) => name.startsWith("x-quota"))).toEqual([]);
});

test("credits that never renew have no reset, and running out says an hour", async () => {
  const { client, newKey } = await createHarness();
  const { key } = await newKey({ credits: 1 });
  const charged = await client.call("listNews", { timeline_since: "2025-01-01" }, { key });
  expect(charged.headers.get("x-quota-compute-limit")).toBe("1");
  expect(charged.headers.get("x-quota-compute-remaining")).toBe("0");
  expect(charged.headers.has("x-quota-compute-reset")).toBe(false);
  const refused = await client.call("listNews", { timeline_since: "2025-01-01" }, { key });
  expect(refused.code).toBe("quota_exceeded");
  expect(refused.headers.get("retry-after")).toBe("3600");
});

test("a key without entitlement is refused before its rate is judged, and can't learn what exists", async () => {
  const { client, newKey } = await createHarness();
  const { key } = await newKey({ entitled: false, perMinute: 1 });
  await client.call(...free, { key });
  expect((await client.call(...free, { key })).code).toBe("access_not_enabled");
  expect((await client.raw("GET", "/v1/nothing", { key })).code).toBe("access_not_enabled");
});
