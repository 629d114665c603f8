import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeUpstream, json, startFakeUpstream } from "../testing/fake-upstream.ts";
import { type Availability, makeAvailability, noAnswerProblem, pageWaitMinMs } from "./availability.ts";
import { callFreeEndpoint } from "./call-free.ts";
import { measureHealth } from "./health.ts";

/** A clock that only the test moves, and health checks whose result the test decides. */
function world({ isAsking = (): boolean => false } = {}) {
  let nowMs = 0;
  const timers = new Set<{ readonly atMs: number; readonly ring: () => void }>();
  const looks: ((found: boolean) => void)[] = [];
  const service = makeAvailability({
    pageWaitMaxMs: 15_000,
    now: () => nowMs,
    checkHealth: () => new Promise((resolve) => looks.push(resolve)),
    isAsking,
    nextTurn: settle,
    after(ms) {
      let timer: { readonly atMs: number; readonly ring: () => void } | undefined;
      const done = new Promise<void>((resolve) => timers.add((timer = { atMs: nowMs + ms, ring: resolve })));
      return { done, cancel: () => void (timer !== undefined && timers.delete(timer)) };
    },
  });
  const pass = async (ms: number) => {
    nowMs += ms;
    for (const timer of [...timers]) if (timer.atMs <= nowMs) timer.ring();
    await settle();
  };
  return { service, looks, pass };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const unreachable = { ...noAnswerProblem, status: 502, code: "upstream_unreachable" };

async function away(service: Availability, looks: ((found: boolean) => void)[]) {
  service.failed(unreachable, service.now());
  const refused = service.refusal();
  looks.at(-1)?.(false);
  expect(await refused).toEqual(unreachable);
}

describe("a service that doesn't answer", () => {
  it("gets only one health check a second, however many callers there are", async () => {
    const { service, looks, pass } = world();
    await away(service, looks);
    expect(looks).toHaveLength(1);
    const refusals = Array.from({ length: 50 }, () => service.refusal());
    expect(await Promise.all(refusals)).toEqual(Array.from({ length: 50 }, () => unreachable));
    expect(looks).toHaveLength(1);
    await pass(1_000);
    const later = service.refusal();
    expect(looks).toHaveLength(2);
    looks[1]?.(false);
    expect(await later).toEqual(unreachable);
  });

  it("keeps no caller waiting for longer than a second, even where the health check hangs too", async () => {
    const { service, looks, pass } = world();
    service.failed(noAnswerProblem, 0);
    const refused = service.refusal();
    expect(looks).toHaveLength(1);
    await pass(1_000);
    expect(await refused).toEqual(noAnswerProblem);
  });

  it("is noticed by a check soon after its last answer, without a failed call before", async () => {
    const { service, pass } = world();
    service.answered(5);
    const check = service.check();
    await settle();
    await pass(1_000);
    expect(await check).toBe(false);
    expect(service.isAway()).toBe(true);
  });

  it("is not asked for its health where an answer to something else comes now", async () => {
    const { service, looks, pass } = world({ isAsking: () => true });
    const check = service.check();
    await pass(59);
    service.answered(59);
    expect(await check).toBe(true);
    expect(looks).toHaveLength(0);
    const late = service.check();
    await pass(60);
    looks[0]?.(true);
    expect(await late).toBe(true);
    const failing = service.check();
    service.failed(noAnswerProblem, service.now());
    await pass(0);
    await pass(1_000);
    expect(await failing).toBe(false);
  });

  it("is not asked for its health where a page asks for something right after its check began", async () => {
    let isAsking = false;
    const { service, looks, pass } = world({ isAsking: () => isAsking });
    const check = service.check();
    isAsking = true;
    await pass(5);
    service.answered(5);
    expect(await check).toBe(true);
    expect(looks).toHaveLength(0);
  });

  it("is available again with the first successful check, for all callers", async () => {
    const { service, looks, pass } = world();
    await away(service, looks);
    await pass(1_000);
    const refused = service.refusal();
    looks[1]?.(true);
    expect(await refused).toBeUndefined();
    expect(service.isAway()).toBe(false);
    const check = service.check();
    await settle();
    looks[2]?.(true);
    expect(await check).toBe(true);
  });

  it("is not unavailable because of one failed call while others were answered", async () => {
    const { service, pass } = world();
    const startedAt = service.now();
    await pass(100);
    service.answered(3);
    await pass(14_900);
    service.failed(noAnswerProblem, startedAt);
    expect(service.isAway()).toBe(false);
  });
});

describe("a service that is slow", () => {
  it("is waited for longer once a late answer has arrived, and less and less as it gets fast again", async () => {
    const { service } = world();
    expect(service.pageWaitMs()).toBe(pageWaitMinMs);
    service.failed(noAnswerProblem, 0);
    service.answered(3_000);
    expect(service.isAway()).toBe(false);
    expect(service.pageWaitMs()).toBe(6_000);
    for (let quick = 0; quick < 20; quick++) service.answered(10);
    expect(service.pageWaitMs()).toBe(pageWaitMinMs);
  });

  it("is available again by a check whose answer arrived after all callers stopped waiting", async () => {
    const { service, looks, pass } = world();
    service.failed(noAnswerProblem, 0);
    const refused = service.refusal();
    await pass(1_500);
    expect(await refused).toEqual(noAnswerProblem);
    looks[0]?.(true);
    await settle();
    expect(service.isAway()).toBe(false);
    expect(service.pageWaitMs()).toBe(3_000);
  });

  it("that then hangs is waited for no longer than any other", async () => {
    const { service, pass } = world();
    service.answered(3_000);
    await pass(1);
    service.failed(noAnswerProblem, service.now());
    expect(service.pageWaitMs()).toBe(pageWaitMinMs);
  });
});

describe("a service with invalid answers", () => {
  it.each([
    ["is unavailable where its health check fails too", false],
    ["is available where its health check succeeds, since only the request is broken", true],
  ])("%s", async (_, healthy) => {
    const { service, looks } = world();
    service.answeredInvalidly(unreachable);
    looks[0]?.(healthy);
    await settle();
    expect(service.isAway()).toBe(!healthy);
  });
});

describe("with sockets", () => {
  let fake: FakeUpstream;
  let keys = 0;
  beforeEach(async () => {
    fake = await startFakeUpstream((_, response) => json(response, 200, { issuers: [] }));
  });
  afterEach(() => fake[Symbol.asyncDispose]());
  const ask = () => callFreeEndpoint({ ...fake.as("hk_x"), keyId: `away-${++keys}` }, "searchIssuers", { q: "x" });

  it("a page's call to a hanging service ends after the page's waiting time, and the next ones at once", async () => {
    fake.answer = () => undefined;
    await expect(ask()).rejects.toMatchObject({ problem: { code: "upstream_timeout" } });
    const calls = fake.asked.filter(({ url }) => url.startsWith("/v1/")).length;
    await expect(ask()).rejects.toMatchObject({ problem: { code: "upstream_timeout" }, neverStarted: true });
    expect(fake.asked.filter(({ url }) => url.startsWith("/v1/"))).toHaveLength(calls);
  });

  it.each([
    ["500 to everything", 500, "text/plain", "oops"],
    ["503 to everything", 503, "text/html", "<h1>back soon</h1>"],
    ["a proxy's page to everything", 200, "text/html", "<h1>Welcome</h1>"],
  ])("%s makes it unavailable, and its first valid answer makes it available", async (_, status, type, body) => {
    fake.answer = (_request, response) => response.writeHead(status, { "content-type": type }).end(body);
    await expect(ask()).rejects.toThrow();
    await expect.poll(async () => ask().catch((error: unknown) => error)).toMatchObject({ neverStarted: true });
    fake.answer = (request, response) =>
      json(response, 200, request.url === "/health" ? { status: "ok" } : { issuers: [] });
    await expect.poll(() => ask().catch(() => undefined), { timeout: 5_000 }).toEqual({ issuers: [] });
  });

  it("an answer that breaks off is a problem of the service, not an error of the page", async () => {
    fake.answer = (request, response) => {
      if (request.url === "/health") return json(response, 200, { status: "ok" });
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"issuers": [');
      setImmediate(() => response.destroy());
    };
    await expect(ask()).rejects.toMatchObject({ problem: { code: "upstream_unreachable" } });
  });

  it("a service is healthy if it answers with JSON, or with a refusal that is no server error", async () => {
    for (const [status, body, reachable] of [
      [200, "{}", true],
      [200, "<html>", false],
      [401, "no", true],
      [404, "no", true],
      [503, "{}", false],
    ] as const) {
      fake.answer = (_, response) => response.writeHead(status).end(body);
      expect((await measureHealth(fake.baseUrl)).reachable, `${status} ${body}`).toBe(reachable);
    }
    const listener = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => listener.once("listening", resolve));
    const address = listener.address();
    await new Promise((resolve) => listener.close(resolve));
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect((await measureHealth(`http://127.0.0.1:${port}`)).reachable).toBe(false);
  });
});
