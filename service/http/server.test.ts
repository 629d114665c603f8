import { expect, test } from "vitest";
import { ProblemDetails } from "../../lib/contract/problems.ts";
import type { ServiceDeps } from "../app.ts";
import { nothingBehind } from "../search/testing/nothing-behind.ts";
import { publicUrl } from "../testing/deps.ts";
import { blobOf } from "../testing/fixture.ts";
import { createHarness } from "../testing/harness.ts";
import { converse, listening, parsed } from "../testing/sockets.ts";

/** A news search that reports when it has begun and ends when the test says. */
function slowNewsSearch() {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const search: ServiceDeps["search"] = {
    ...nothingBehind,
    searchDocuments: async () => ({ engine: "slow", hits: [] }),
    async searchNews() {
      begun.resolve();
      await ended.promise;
      return { engine: "slow", hits: [] };
    },
  };
  return { searching: begun.promise, finish: ended.resolve, search };
}

test.each([
  ["GET /v1/x HTTP/1.1\r\nHost: a\r\n\r\n", 401],
  ["GET /v1/documents/../../x HTTP/1.1\r\nHost: a\r\n\r\n", 401],
  ["GET \\v1 HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["GET http://a/v1/x HTTP/1.1\r\nHost: a\r\n\r\n", 401],
  ["OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 401],
  ["GET //v1//x HTTP/1.1\r\nHost: a\r\n\r\n", 401],
  ["GET /v1/documents/%zz/toc HTTP/1.1\r\nHost: a\r\n\r\n", 401],
  ["GET /v1/x HTTP/1.1\r\nHost: a b\r\n\r\n", 401],
  ["BLAH /v1/x HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["GET /v1/x HTTP/1.1\r\n\r\n", 400],
  ["GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400],
  ["GET /health HTTP/1.1\r\nHost: a\r\nhost: evil.example\r\n\r\n", 400],
  [`GET /v1/x HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(17_000)}\r\n\r\n`, 431],
  [`GET /v1/x HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(40_000)}\r\n\r\n`, 431],
  [`GET /${"x".repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ["nonsense\r\n\r\n", 400],
])("the raw request %j is answered %i", async (bytes, status) => {
  const harness = await createHarness();
  const { address } = await listening(harness);
  expect(await converse(address.port, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test.each([
  "/v1/documents/%FF",
  "/v1/documents/READY1/toc/%zz",
  "/%",
  "/v1/news/%E3%81",
  "/v1/documents/%FF/pages/1/image",
])("the percent-encoding of %s is malformed: 400 with a key, and without one 401 as for any path", async (path) => {
  const harness = await createHarness();
  const { url } = await listening(harness);
  const { key } = await harness.newKey();
  const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: "malformed_request" }]);
  expect((await fetch(url + path)).status).toBe(401);
});

const nonAscii = Buffer.from("みなと化学").toString("latin1");

test.each([
  ["bytes beyond ASCII", `GET /v1/issuers/search?q=${nonAscii} HTTP/1.1\r\nHost: a\r\n\r\n`, "malformed_request"],
  ["no HTTP", "nonsense\r\n\r\n", "malformed_request"],
  ["no host", "GET /v1/x HTTP/1.1\r\n\r\n", "malformed_request"],
  ["too large headers", `GET /v1/x HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(40_000)}\r\n\r\n`, "headers_too_large"],
  [
    "a body that breaks off its form",
    "POST /v1/search/news HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    undefined,
  ],
  ["a request that does not end", "GET /v1/x HTTP/1.1\r\nHost: a\r\n", "request_timeout"],
])("%s: a problem, the connection is closed, and the service continues", async (_name, bytes, code) => {
  const harness = await createHarness();
  // On a busy machine a short limit would come before the fault of another request.
  const timeouts = code === "request_timeout" ? { headersMs: 50, requestMs: 50, checkMs: 20 } : undefined;
  const { address, url } = await listening(harness, timeouts);
  const { status, headers, body } = parsed(await converse(address.port, Buffer.from(bytes, "latin1")));
  expect(headers.get("connection")).toBe("close");
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("content-length")).toBe(String(Buffer.byteLength(body)));
  const problem = ProblemDetails.parse(JSON.parse(body));
  if (code !== undefined) expect(problem.code).toBe(code);
  expect(problem).toMatchObject({
    type: `${publicUrl}/errors/${problem.code.replaceAll("_", "-")}`,
    status,
    instance: headers.get("x-request-id"),
  });
  expect(harness.records.map((record) => record.problem)).toContain(problem.code);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test("bytes that a request line can't hold are refused with a hint", async () => {
  const harness = await createHarness();
  const { address } = await listening(harness);
  const bytes = `GET /v1/issuers/search?q=${nonAscii} HTTP/1.1\r\nHost: a\r\n\r\n`;
  expect(await converse(address.port, Buffer.from(bytes, "latin1"))).toMatch(/^HTTP\/1.1 400 [^]*percent-encoded/);
});

test("an unreadable request after a complete one is never answered as part of that one's answer", async () => {
  const { searching, finish, search } = slowNewsSearch();
  const harness = await createHarness({ search });
  const { address } = await listening(harness);
  const { id, key } = await harness.newKey({ credits: 3 });
  const request = `POST /v1/search/news HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: 13\r\n\r\n{"query":"q"}`;
  const answer = converse(address.port, request, async (socket) => {
    await searching;
    socket.write("nonsense\r\n\r\n");
  });
  expect(await answer).toBe("");
  finish();
  // Its connection is closed, so that nobody waits for the search any more.
  await expect.poll(async () => (await harness.keyState(id)).credits).toMatchObject({ balance: 3, reserved: 0 });
});

test("an unknown expectation is no reason to refuse", async () => {
  const harness = await createHarness();
  const { address } = await listening(harness);
  const answer = await converse(address.port, "GET /health HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
});

test("a file goes out over a socket with its length and its own headers", async () => {
  const harness = await createHarness();
  const { url } = await listening(harness);
  const { key } = await harness.newKey();
  const response = await fetch(`${url}/v1/documents/READY1/originals/pdf`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect(response.headers.get("x-credits-charged")).toBe("8");
  expect(response.headers.get("accept-ranges")).toBe("none");
});

test("a client that goes away in the middle of a file was charged, and its file is closed", async () => {
  const chunk = new Uint8Array(65_536);
  let closed = false;
  const blob = blobOf(chunk);
  const harness = await createHarness({
    blobs: {
      open: async () => ({
        blob,
        byteSize: 1e9,
        stream: () =>
          new ReadableStream({
            pull: (controller) => controller.enqueue(chunk),
            cancel() {
              closed = true;
            },
          }),
        close: async () => {},
      }),
    },
  });
  const { url } = await listening(harness);
  const { id, key } = await harness.newKey({ credits: 8 });
  const abort = new AbortController();
  const response = await fetch(`${url}/v1/documents/READY1/originals/pdf`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: abort.signal,
  });
  await response.body?.getReader().read();
  abort.abort();
  await expect.poll(() => closed).toBe(true);
  expect(await harness.keyState(id)).toMatchObject({ charged: 8, credits: { balance: 0, reserved: 0 } });
});

test("a stop lets a running paid request end, and it is charged", async () => {
  const { finish, search } = slowNewsSearch();
  const harness = await createHarness({ search });
  const { url, close } = await listening(harness);
  const { id, key } = await harness.newKey({ credits: 3 });
  const answer = fetch(`${url}/v1/search/news`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: '{"query":"q"}',
  });
  await expect.poll(async () => (await harness.keyState(id)).credits?.reserved).toBe(1);
  harness.service.stop();
  // Longer than the test may take: the answer's connection must end by itself.
  const closed = close(600_000);
  finish();
  expect((await answer).status).toBe(200);
  await closed;
  await harness.service.close();
  expect((await harness.keyState(id)).charged).toBe(1);
});

test("the reference page and all it loads come from this service, under a policy that allows nothing else", async () => {
  const harness = await createHarness();
  const { url } = await listening(harness);
  const page = await fetch(`${url}/docs`);
  const html = await page.text();
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    expect(link).toMatch(/^\//);
    const response = await fetch(url + link);
    expect(response.status, link).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(50);
  }
  expect((await fetch(`${url}/docs/package.json`)).status).toBe(401);
  expect((await fetch(`${url}/docs/..%2Fpackage.json`)).status).toBe(401);
});

test("a problem's type can be looked up", async () => {
  const harness = await createHarness();
  const { url } = await listening(harness);
  const response = await fetch(`${url}/errors/invalid-cursor`);
  expect(await response.text()).toContain("code: invalid_cursor");
});

test("the connections that are open are counted", async () => {
  const { address, connections } = await listening(await createHarness());
  expect(await connections()).toBe(0);
  await converse(address.port, "GET /health HTTP/1.1\r\nHost: a\r\n\r\n", async () => {
    await expect.poll(connections).toBe(1);
  });
  await expect.poll(connections).toBe(0);
});
