import { expect, test } from "vitest";
import { createHarness } from "../testing/harness.ts";
import { converse, listening, parsed } from "../testing/sockets.ts";

/** Requests that no client library would send, with a valid key: their answers, and that they cost nothing. */
async function ask(lines: (key: string) => string) {
  const harness = await createHarness();
  const { address } = await listening(harness, { headersMs: 2_000, requestMs: 2_000, checkMs: 20 });
  const { id, key } = await harness.newKey();
  const answer = parsed(await converse(address.port, Buffer.from(lines(key), "latin1")));
  const code: unknown = answer.body.startsWith("{") ? JSON.parse(answer.body).code : undefined;
  return { ...answer, code, charged: (await harness.keyState(id)).charged, records: harness.records };
}

const head = (line: string, key: string, more = "") =>
  `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;
const search = "POST /v1/search/news";
const json = "Content-Type: application/json\r\n";

test.each(["TRACE", "OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND"])(
  "%s of a known path is 405 with what is allowed, and 401 without a key",
  async (method) => {
    const answer = await ask((key) => head(`${method} /v1/documents/READY1`, key));
    expect(answer).toMatchObject({ status: 405, code: "method_not_allowed" });
    expect(answer.headers.get("allow")).toBe("GET");
    const stranger = await ask(() => `${method} /v1/documents/READY1 HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(stranger.status).toBe(401);
  },
);

test("TRACE sends nothing of the request back", async () => {
  const answer = await ask((key) => head("TRACE /v1/documents/READY1", key, "X-Canary: canary\r\n"));
  expect(JSON.stringify([...answer.headers]) + answer.body).not.toContain("canary");
});

test("CONNECT is answered like any request, and opens nothing", async () => {
  expect(await ask((key) => head("CONNECT example.com:443", key))).toMatchObject({ status: 404, code: "not_found" });
  expect(await ask(() => "CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n")).toMatchObject({ status: 401 });
});

test.each([
  "/v1/documents/../toc",
  "/v1/documents/./toc",
  "/v1/documents/%2e%2e/toc",
  "/v1/documents/%2E./toc",
  "/v1/documents/%252e%252e/toc",
  "/v1/documents/..",
  "/v1/news/%2e%2e",
  "/v1/documents/READY1/originals/..",
  "/v1/documents/READY1/originals/%2e",
  "/v1/documents/READY1/../READY1",
  "//v1/documents/READY1",
  "/v1//documents/READY1",
])("the path %s is used unchanged: 404", async (path) => {
  expect(await ask((key) => head(`GET ${path}`, key))).toMatchObject({ status: 404, code: "not_found", charged: 0 });
});

test.each([
  "http://127.0.0.1/v1/documents/READY1",
  "http://elsewhere.example/v1/documents/READY1",
  "https://elsewhere.example:8080/v1/documents/READY1",
  "HTTP://user@elsewhere.example/v1/documents/READY1",
])("the absolute address %s is answered here and not forwarded", async (address) => {
  const answer = await ask((key) => head(`GET ${address}`, key));
  expect(answer.status).toBe(200);
  expect(answer.headers.has("location")).toBe(false);
});

test.each(["http://elsewhere.example", "http://elsewhere.example/", "http://elsewhere.example//x.example/"])(
  "an address without a path, %s, is 404",
  async (address) => {
    const answer = await ask((key) => head(`GET ${address}`, key));
    expect(answer.status).toBe(404);
    expect(answer.headers.has("location")).toBe(false);
  },
);

test("two keys count as none, even where the first is valid", async () => {
  const answer = await ask((key) => head("GET /v1/documents/READY1", key, "Authorization: Bearer hk_other\r\n"));
  expect(answer).toMatchObject({ status: 401, code: "invalid_api_key" });
});

test("two idempotency keys are refused", async () => {
  const more = "Idempotency-Key: a\r\nIdempotency-Key: b\r\n";
  const answer = await ask((key) => head("GET /v1/documents/READY1/content", key, more));
  expect(answer).toMatchObject({ status: 400, code: "invalid_query_parameter", charged: 0 });
});

test.each([
  ["two lengths", "Content-Length: 13\r\nContent-Length: 14\r\n", '{"query":"q"}'],
  ["a length and chunks", "Content-Length: 13\r\nTransfer-Encoding: chunked\r\n", 'd\r\n{"query":"q"}\r\n0\r\n\r\n'],
  ["a length that is no number", "Content-Length: 1x\r\n", '{"query":"q"}'],
  ["an unknown transfer coding", "Transfer-Encoding: wonders\r\n", '{"query":"q"}'],
  ["a control character in a header", "X-A: a\0b\r\n", ""],
])("%s: 400, and nothing runs", async (_what, more, body) => {
  const answer = await ask((key) => head(search, key, json + more) + body);
  expect(answer).toMatchObject({ status: 400, code: "malformed_request", charged: 0 });
});

test("a body in chunks with a trailer is read, and the trailer says nothing", async () => {
  const more = `${json}Transfer-Encoding: chunked\r\nTrailer: Idempotency-Key\r\nConnection: close\r\n`;
  const body = '5\r\n{"que\r\n8\r\nry":"q"}\r\n0\r\nIdempotency-Key: x\r\n\r\n';
  expect(await ask((key) => head(search, key, more) + body)).toMatchObject({ status: 200, charged: 1 });
});

test("a body of another encoding is no JSON", async () => {
  const body = '{"query":"\xff\xfe"}';
  const answer = await ask((key) => head(search, key, `${json}Content-Length: ${body.length}\r\n`) + body);
  expect(answer).toMatchObject({ status: 422, charged: 0 });
});

test("a body that comes too slowly is cut: 408, the connection's end, no charge", async () => {
  const answer = await ask((key) => `${head(search, key, `${json}Content-Length: 13\r\n`)}{"query"`);
  expect(answer).toMatchObject({ status: 408, code: "request_timeout", charged: 0 });
  expect(answer.headers.get("connection")).toBe("close");
  expect(answer.records.map((record) => record.status).filter((status) => status >= 500)).toEqual([]);
});

test("a caller that disconnects in the middle of the body is no error of the service", async () => {
  const harness = await createHarness();
  const { address } = await listening(harness);
  const { id, key } = await harness.newKey();
  await converse(
    address.port,
    `${head(search, key, `${json}Content-Length: 13\r\n`)}{"query"`,
    async (socket) => void socket.destroySoon(),
  );
  await expect.poll(() => harness.records.map((record) => record.status)).toContain(400);
  expect(harness.records.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await harness.keyState(id)).charged).toBe(0);
});

test("a query string of thousands of parameters is refused at its first", async () => {
  const query = Array.from({ length: 2_000 }, (_, at) => `x${at}=1`).join("&");
  expect(await ask((key) => head(`GET /v1/documents?${query}`, key))).toMatchObject({
    status: 400,
    code: "invalid_query_parameter",
  });
});

test.each(["%FF%FE", "%00", "%ED%A0%80", "%F0%9F", "%zz", "%"])(
  "a query spelled %s is answered like any other",
  async (q) => {
    expect((await ask((key) => head(`GET /v1/issuers/search?q=${q}`, key))).status).toBe(200);
  },
);

test("HEAD has no body, whatever the answer", async () => {
  for (const [path, status] of [
    ["/health", 200],
    ["/openapi.json", 200],
    ["/v1/documents/READY1", 405],
    ["/v1/nothing", 404],
  ] as const) {
    const answer = await ask((key) => head(`HEAD ${path}`, key));
    expect([path, answer.status, answer.body]).toEqual([path, status, ""]);
  }
});
