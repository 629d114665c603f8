import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FakeUpstream, json, startFakeUpstream } from "../testing/fake-upstream.ts";
import { readFreshness } from "./freshness.ts";

const market = { up_to: "2026-06-19T15:42:00+09:00", stale: false, missing: [], waiting: 0 };
let fake: FakeUpstream;

beforeAll(async () => {
  fake = await startFakeUpstream((_, response) => json(response, 200, {}));
});
afterAll(() => fake[Symbol.asyncDispose]());
beforeEach(() => {
  fake.asked.length = 0;
  fake.service.freshness.clear();
});

const read = (nowMs = 0) => readFreshness(fake.service, fake.baseUrl, nowMs);

describe("the market's freshness", () => {
  it("is asked without a key, once for any number of pages within half a minute", async () => {
    fake.answer = (_, response) => json(response, 200, { status: "ok", version: "1", market });
    expect(await Promise.all([read(), read(), read(29_999)])).toEqual([market, market, market]);
    expect(fake.asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([["/health/ready", undefined]]);
    await read(30_000);
    await read(20_000);
    expect(fake.asked).toHaveLength(3);
  });

  it("is told by a service that is not ready, too", async () => {
    fake.answer = (_, response) => json(response, 503, { status: "unavailable", version: "1", market });
    expect(await read()).toEqual(market);
  });

  it.each([
    ["says nothing of it", 200, { status: "ok", version: "1" }],
    ["has no such address", 404, { code: "not_found" }],
    ["says it in another form", 200, { status: "ok", market: { up_to: "yesterday" } }],
  ])("is absent where a service %s", async (_, status, body) => {
    fake.answer = (_request, response) => json(response, status, body);
    expect(await read()).toBeUndefined();
  });

  it("is absent where a service answers a page or without end", async () => {
    fake.answer = (_, response) => response.end("<html>");
    expect(await read()).toBeUndefined();
    fake.service.freshness.clear();
    fake.answer = (_, response) => {
      response.writeHead(200);
      for (let i = 0; i < 100; i++) response.write("x".repeat(64 * 1024));
    };
    expect(await read()).toBeUndefined();
  });

  it("does not hold a page up: what comes late is for the next one", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.answer = (_, response) => void promise.then(() => json(response, 200, { status: "ok", version: "1", market }));
    const startedAt = performance.now();
    expect(await read()).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    resolve();
    await fake.service.freshness.get(fake.baseUrl)?.asked;
    expect(await read(1)).toEqual(market);
  });

  it("is not asked for while the service is known not to answer", async () => {
    const availability = fake.service.availabilityOf(fake.baseUrl);
    availability.failed(
      { status: 504, code: "upstream_timeout", detail: "", instance: null, retry_after_seconds: null },
      availability.now(),
    );
    expect(await read()).toBeUndefined();
    expect(fake.asked).toEqual([]);
  });
});
