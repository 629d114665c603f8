import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { endpointOf, freeEndpointNames, paidEndpointNames } from "../contract/endpoints.ts";
import { inTrace } from "../kit/process/trace.ts";
import { type FakeUpstream, json, problem, startFakeUpstream } from "../testing/fake-upstream.ts";
import { matchFree, relayFree } from "./free-proxy.ts";
import { ProblemError } from "./problem-error.ts";
import { requestsMax } from "./send.ts";

let fake: FakeUpstream;
let keys = 0;
beforeAll(async () => {
  fake = await startFakeUpstream((_, response) => json(response, 200, {}));
});
afterAll(() => fake[Symbol.asyncDispose]());
beforeEach(() => {
  fake.asked.length = 0;
  fake.answer = (_, response) => json(response, 200, { documents: [] });
});

function ask(encodedPath: string, query = "", more: { signal?: AbortSignal; key?: string } = {}) {
  keys += 1;
  return relayFree({
    // A new key each time, so that a pause in one test does not affect the next.
    upstream: { ...fake.as(more.key ?? "hk_canary"), keyId: more.key ?? `key-${keys}` },
    encodedPath,
    query: new URLSearchParams(query),
    acceptEncoding: null,
    signal: more.signal ?? new AbortController().signal,
  });
}

async function refusal(asking: Promise<Response>) {
  const error = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProblemError);
  return (error as ProblemError).problem;
}

const sample: Readonly<Record<string, string>> = {
  document_id: "S100ABCD",
  news_id: "n1",
  original_id: "pdf",
  page_number: "1",
};
const pathOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => sample[name] ?? "x");

describe("the table of the free proxy", () => {
  it("has every free endpoint of the contract", () => {
    expect(freeEndpointNames.length).toBeGreaterThan(0);
    for (const name of freeEndpointNames) expect(matchFree(pathOf(endpointOf(name).path))?.name).toBe(name);
  });

  it("has no paid endpoint, and not health", () => {
    for (const name of paidEndpointNames) expect(matchFree(pathOf(endpointOf(name).path))).toBeUndefined();
    expect(matchFree("/health")).toBeUndefined();
  });

  it("has no route of the operator, however it is written", () => {
    for (const path of ["", "/keys", "/keys/key_a/credits", "/keys/key_a/revoke", "/try-again"])
      for (const root of ["/operator", "/v1/operator", "/v1/../operator", "/v1/%2e%2e/operator", "//operator"])
        expect(matchFree(root + path)).toBeUndefined();
  });

  it.each([
    "/v1/documents/S100ABCD/content",
    "/v1/documents/S100ABCD%2Fcontent",
    "/v1/documents/S100ABCD%252Fcontent",
    "/v1/documents/../news",
    "/v1/documents/%2e%2e/news",
    "/v1/documents/..",
    "/v1/documents/.",
    "/v1/documents/%2e%2e",
    "/v1/documents/%2E./toc",
    "/v1/documents/%252e%252e/toc",
    "/v1/news/..",
    "/v1/news/%2e",
    "/v1/documents/S1%00",
    "/v1/documents/S1%0d%0aX:1",
    "/v1/documents/%E0%A4%A",
    "/v1/documents//toc",
    "/v1/documents/S1/toc/",
    "//evil.example/v1/documents",
    "/v1/search/documents",
    "/v1/news",
    "/V1/documents",
    "",
  ])("sends nothing for %j", async (path) => {
    expect((await refusal(ask(path, "timeline_since=2026-01-01"))).status).toBe(404);
    expect(fake.asked).toEqual([]);
  });

  it("sends, for any path, only requests of a free row", async () => {
    const spelled =
      /^\/v1\/(issuers\/search|documents|documents\/[\w.%:-]+(\/(toc|page-images|originals))?|news\/[\w.%:-]+)(\?|$)/;
    const part = fc.oneof(
      fc.constantFrom("v1", "documents", "news", "..", "content", "pages", "1", "image"),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        fake.asked.length = 0;
        await ask(`/${parts.join("/")}`, "timeline_since=2026-01-01").catch(() => undefined);
        for (const { method, url } of fake.asked) {
          expect(method).toBe("GET");
          expect(url).toMatch(spelled);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("a relayed call", () => {
  it("carries on the trace of its request", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    await inTrace({ traceId, spanId: "b7ad6b7169203331", sampled: true }, () =>
      ask("/v1/documents", "security_codes=7203"),
    );
    expect(fake.asked[0]?.headers["traceparent"]).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  });

  it("carries the key, and none of the browser's own headers", async () => {
    await ask("/v1/documents", "security_codes=72030&limit=5");
    expect(fake.asked).toHaveLength(1);
    expect(fake.asked[0]?.url).toBe("/v1/documents?security_codes=7203&limit=5");
    const { host: _host, connection: _connection, ...sent } = fake.asked[0]?.headers ?? {};
    expect(sent).toEqual({ accept: "application/json", "user-agent": "hiraku-web", authorization: "Bearer hk_canary" });
  });

  it("returns the bytes unchanged, with only the headers on the list", async () => {
    const body = '{ "documents": [ ],\n "made_up": "\u{20BB7}" }';
    fake.answer = (_, response) => {
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "x-request-id": "req-7",
        "x-ratelimit-remaining": "9",
        "set-cookie": "a=b",
        "access-control-allow-origin": "*",
        server: "x",
        "cache-control": "public, max-age=99",
      });
      response.end(body);
    };
    const response = await ask("/v1/documents", "timeline_since=2026-11-01");
    expect(await response.text()).toBe(body);
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "private, no-store",
      "content-type": "application/json; charset=utf-8",
      "x-ratelimit-remaining": "9",
      "x-request-id": "req-7",
    });
  });

  it("refuses what the interface refuses, without a request to the service", async () => {
    expect((await refusal(ask("/v1/documents", "security_codes=7203,6758"))).code).toBe("invalid_query_parameter");
    expect((await refusal(ask("/v1/documents", ""))).code).toBe("missing_required_filter");
    expect((await refusal(ask("/v1/documents", "timeline_since=2026-02-30"))).status).toBe(422);
    expect((await refusal(ask("/v1/documents", "security_codes=7203&evil=1"))).code).toBe("invalid_query_parameter");
    expect(fake.asked).toEqual([]);
  });

  it("passes a problem on by its code, unknown codes too, with the request id", async () => {
    fake.answer = (_, response) => problem(response, 409, "content_not_available", { "retry-after": "90" });
    expect(await refusal(ask("/v1/documents/S1/toc"))).toMatchObject({
      status: 409,
      code: "content_not_available",
      instance: "req-1",
      retry_after_seconds: 90,
    });
    fake.answer = (_, response) => problem(response, 418, "tea_only");
    expect((await refusal(ask("/v1/documents/S1"))).code).toBe("tea_only");
  });

  it("never follows a redirect with the key", async () => {
    await using elsewhere = await startFakeUpstream((_, response) => json(response, 200, {}));
    fake.answer = (_, response) => response.writeHead(302, { location: `${elsewhere.baseUrl}/v1/documents` }).end();
    expect((await refusal(ask("/v1/documents/S1"))).code).toBe("upstream_redirected");
    expect(elsewhere.asked).toEqual([]);
  });

  it("relays no other page: an answer that is not JSON becomes an error of the app", async () => {
    fake.answer = (_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<script>alert(1)</script>");
    expect(await refusal(ask("/v1/documents/S1"))).toMatchObject({ status: 502, code: "unreadable_answer" });
  });

  it("answers 502 where nothing listens, after at most three attempts", async () => {
    const gone = await startFakeUpstream(() => undefined);
    await gone[Symbol.asyncDispose]();
    const asking = relayFree({
      upstream: gone.as("hk_x"),
      encodedPath: "/v1/documents/S1",
      query: new URLSearchParams(),
      acceptEncoding: null,
      signal: new AbortController().signal,
    });
    expect(await refusal(asking)).toMatchObject({ status: 502, code: "upstream_unreachable" });
  });

  it("sends nothing more for a key until its Retry-After has passed, while other keys continue", async () => {
    fake.answer = (_, response) => problem(response, 429, "rate_limit_exceeded", { "retry-after": "20" });
    expect((await refusal(ask("/v1/documents/S1", "", { key: "paused" }))).retry_after_seconds).toBe(20);
    fake.answer = (_, response) => json(response, 200, {});
    const second = await refusal(ask("/v1/documents/S1", "", { key: "paused" }));
    expect(second).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
    expect(second.retry_after_seconds).toBeGreaterThan(0);
    expect(fake.asked).toHaveLength(1);
    expect((await ask("/v1/documents/S1", "", { key: "another" })).status).toBe(200);
  });

  it("recognises an edge's 429 that is no problem document", async () => {
    fake.answer = (_, response) =>
      response.writeHead(429, { "content-type": "text/html", "retry-after": "3" }).end("<h1>slow down</h1>");
    expect(await refusal(ask("/v1/documents/S1"))).toMatchObject({
      status: 429,
      code: "too_many_requests",
      retry_after_seconds: 3,
    });
  });

  it("says when to ask again where too many requests wait for the service", async () => {
    fake.service.requestsUnderWay += requestsMax;
    onTestFinished(() => void (fake.service.requestsUnderWay -= requestsMax));
    expect(await refusal(ask("/v1/documents/S1"))).toMatchObject({
      status: 503,
      code: "too_many_requests",
      retry_after_seconds: 1,
    });
    expect(fake.asked).toEqual([]);
  });

  it("stops the request to the service when the browser disconnects during the answer", async () => {
    const left = Promise.withResolvers<void>();
    fake.answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"documents":[');
      response.on("close", () => left.resolve());
    };
    const response = await ask("/v1/documents", "timeline_since=2026-11-01");
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await left.promise;
  });

  it("stops the request to the service when the browser disconnects before the answer", async () => {
    const arrived = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    fake.answer = (request) => {
      arrived.resolve();
      request.on("close", () => left.resolve());
      request.socket.on("close", () => left.resolve());
    };
    const browser = new AbortController();
    const asking = ask("/v1/documents", "timeline_since=2026-11-01", { signal: browser.signal });
    await arrived.promise;
    browser.abort();
    await expect(asking).rejects.toThrow();
    await left.promise;
  });
});
