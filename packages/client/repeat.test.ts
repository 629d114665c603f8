import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHarness, type Harness } from "../../service/testing/harness.ts";
import { createClient, type Result } from "./index.ts";
import { stillClock } from "./testing/still-clock.ts";

/** What happens to one request on its way to a real service, and to its answer on the way back. */
const faults = [
  "none",
  "not sent",
  "lost before",
  "lost after",
  "cut",
  "proxy page",
  "edge 429",
  "limit",
  "own 500",
] as const;
type Fault = (typeof faults)[number];

/** How the service behaves: does it keep its promise, and does it announce one? */
interface World {
  readonly idempotent: boolean;
  readonly faults: readonly Fault[];
}

async function play(harness: Harness, world: World, calls: number, intent: string) {
  const { key, id } = await harness.newKey({ credits: 1_000 });
  const clock = stillClock();
  const reached: string[] = [];
  const line = [...world.faults];
  const client = createClient({
    baseUrl: "http://service.test",
    apiKey: key,
    clock,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const paid = request.headers.has("idempotency-key");
      if (!world.idempotent) request.headers.delete("idempotency-key");
      const serve = async () => {
        if (paid) reached.push(request.url);
        const answer = await harness.service.fetch(request, { address: "192.0.2.1" });
        if (!world.idempotent) answer.headers.delete("x-idempotency-retention");
        return answer;
      };
      const fault = paid ? (line.shift() ?? "none") : "none";
      switch (fault) {
        case "none":
          return serve();
        case "not sent":
          throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
        case "lost before":
          throw new TypeError("fetch failed");
        case "lost after":
          await (await serve()).arrayBuffer();
          throw new TypeError("fetch failed");
        case "cut": {
          const answer = await serve();
          const bytes = new Uint8Array(await answer.arrayBuffer());
          return new Response(brokenOff(bytes), answer);
        }
        case "proxy page":
          await (await serve()).arrayBuffer();
          return new Response("<h1>502</h1>", { status: 502 });
        case "edge 429":
          return new Response("slow down", { status: 429, headers: { "retry-after": "1" } });
        case "limit":
          return new Response('{"code":"rate_limit_exceeded"}', { status: 429, headers: { "retry-after": "3600" } });
        case "own 500":
          return new Response('{"code":"internal_error"}', { status: 500 });
      }
    },
  });
  const results: Result<unknown>[] = [];
  for (let i = 0; i < calls; i++) {
    results.push(await client.call("getContent", { document_id: "READY1" }, { maxCredits: 8, intent }));
  }
  const spent = 1_000 - ((await harness.keyState(id)).credits?.balance ?? 0);
  return { results, spent, reached, waits: clock.waits };
}

/** Delivers half of a body, and then the connection breaks. */
function brokenOff(bytes: Uint8Array): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes.slice(0, bytes.length / 2)),
    pull: (controller) => controller.error(new TypeError("terminated")),
  });
}

const price = 2;
const someFaults = fc.array(fc.constantFrom(...faults), { maxLength: 12 });

describe("a paid call among faults", () => {
  test("is charged at most once where the service recognises it, however often it is asked for", async () => {
    const harness = await createHarness();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(someFaults, fc.integer({ min: 1, max: 4 }), async (line, calls) => {
        const { results, spent } = await play(harness, { idempotent: true, faults: line }, calls, `run-${++run}`);
        expect(spent).toBeLessThanOrEqual(price);
        const told = results.map((result) => result.charged);
        if (results.some((result) => result.ok)) expect(spent).toBe(price);
        // Nothing is charged without being told: as an amount, or as unknown.
        if (spent > 0)
          expect(
            told.some((charged) => charged === null || charged === price || results.some((r) => r.ok && r.replayed)),
          ).toBe(true);
        else expect(told.every((charged) => charged === 0 || charged === null)).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  test("is never sent again by itself once it may have been charged and nobody recognises it", async () => {
    const harness = await createHarness();
    await fc.assert(
      fc.asyncProperty(someFaults, async (line) => {
        const { results, spent, reached } = await play(harness, { idempotent: false, faults: line }, 1, "once");
        expect(reached.length).toBeLessThanOrEqual(1);
        const [result] = results;
        if (spent > 0) expect(result?.ok === true ? result.charged : result?.charged).toBe(result?.ok ? price : null);
        if (spent === 0 && result?.charged === null) expect(line).toContain("lost before");
      }),
      { numRuns: 80 },
    );
  });

  test("asks the service for its promise before it repeats the very first call", async () => {
    const harness = await createHarness();
    const { results, spent } = await play(harness, { idempotent: true, faults: ["lost after"] }, 1, "first");
    expect(results).toMatchObject([{ ok: true, charged: 0, replayed: true }]);
    expect(spent).toBe(price);
  });

  test("waits as long as the service asks, and not beyond its own time", async () => {
    const harness = await createHarness();
    const short = await play(harness, { idempotent: true, faults: ["edge 429"] }, 1, "a");
    expect(short.waits).toEqual([1_000]);
    expect(short.results).toMatchObject([{ ok: true }]);
    const long = await play(harness, { idempotent: true, faults: ["limit"] }, 1, "b");
    expect(long.waits).toEqual([]);
    expect(long.results).toMatchObject([
      { ok: false, charged: 0, problem: { code: "rate_limit_exceeded", retry_after_seconds: 3600 } },
    ]);
  });
});

describe("a search that ran out of time", () => {
  test("is repeated once and then never", async () => {
    let sent = 0;
    const client = createClient({
      baseUrl: "http://service.test",
      apiKey: "k",
      clock: stillClock(),
      fetch: async () => {
        sent += 1;
        return new Response('{"code":"search_backend_timeout"}', { status: 504 });
      },
    });
    const result = await client.call("searchDocuments", { query: "配当" }, { maxCredits: 1 });
    expect(result).toMatchObject({ ok: false, charged: 0, problem: { code: "search_backend_timeout" } });
    expect(sent).toBe(2);
  });
});

describe("a caller that leaves", () => {
  test("ends the call at once, and a paid one that was under way is open", async () => {
    const leave = new AbortController();
    const client = createClient({
      baseUrl: "http://service.test",
      apiKey: "k",
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
          leave.abort();
        }),
    });
    const options = { maxCredits: 1, intent: "left", signal: leave.signal };
    const paid = await client.call("searchNews", { query: "配当" }, options);
    expect(paid).toMatchObject({ ok: false, charged: null, problem: { code: "outcome_unknown", intent: "left" } });
    const free = await client.call("getDocument", { document_id: "D1" }, { signal: leave.signal });
    expect(free).toMatchObject({ ok: false, charged: 0, problem: { code: "stopped" } });
  });
});
