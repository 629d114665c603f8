import fc from "fast-check";
import { expect, test } from "vitest";
import { type EndpointName, endpointNames, endpointOf } from "../../lib/contract/endpoints.ts";
import { anyText } from "../../lib/text/testing/any-text.ts";
import { createHarness } from "../testing/harness.ts";

test("a 422 names every failure of the request at once", async () => {
  const { client } = await createHarness();
  const answer = await client.raw("GET", "/v1/documents?limit=0&timeline_since=2025-02-30&timeline_until=x&limit2=1", {
    endpoint: "listDocuments",
  });
  expect(answer.status).toBe(422);
  expect(answer.json).toMatchObject({
    detail: [{ loc: ["query", "timeline_since"] }, { loc: ["query", "timeline_until"] }, { loc: ["query", "limit"] }],
  });
});

test("a 422 of a body names its fields", async () => {
  const { client } = await createHarness();
  const body = JSON.stringify({ query: 1, top_k: 51, match_type: "fuzzy", latest_only: "yes", security_codes: null });
  const answer = await client.raw("POST", "/v1/search/documents", { body, endpoint: "searchDocuments" });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.json).match(/"body"/g)).toHaveLength(5);
});

test.each([undefined, "", "{", "[]", "null", '"x"', "\u0000"])("the body %j is a 422", async (body) => {
  const { client } = await createHarness();
  expect((await client.raw("POST", "/v1/search/news", { body, endpoint: "searchNews" })).status).toBe(422);
});

test("a body that is no UTF-8 is a 422", async () => {
  const { service, newKey } = await createHarness();
  const { key } = await newKey();
  const request = new Request("http://service.test/v1/search/news", {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
  });
  expect((await service.fetch(request)).status).toBe(422);
});

test("a body without a length is read no further than the limit", async () => {
  const { service, newKey } = await createHarness();
  const { key } = await newKey();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 8_192;
      controller.enqueue(new Uint8Array(8_192).fill(32));
      if (sent > 10_000_000) controller.close();
    },
  });
  const init = { method: "POST", headers: { authorization: `Bearer ${key}` }, body, duplex: "half" };
  const request = new Request("http://service.test/v1/search/news", init);
  expect((await service.fetch(request)).status).toBe(413);
  expect(sent).toBeLessThan(200_000);
});

test("where a 422 and a 400 both apply, the 422 wins", async () => {
  const { client } = await createHarness();
  const answer = await client.raw("GET", "/v1/documents?limit=x&security_codes=a,b", { endpoint: "listDocuments" });
  expect(answer.status).toBe(422);
});

test("headers beyond 16 KiB are 431", async () => {
  const { client } = await createHarness();
  const answer = await client.raw("GET", "/v1/documents/READY1", { headers: { "x-long": "x".repeat(17_000) } });
  expect(answer.code).toBe("headers_too_large");
  expect((await client.raw("GET", `/v1/documents/${"x".repeat(17_000)}`)).code).toBe("headers_too_large");
});

test("a known path with another method is 405 and says what it allows", async () => {
  const { client } = await createHarness();
  const answer = await client.raw("POST", "/v1/documents", { endpoint: "listDocuments" });
  expect(answer.code).toBe("method_not_allowed");
  expect(answer.headers.get("allow")).toBe("GET");
  expect((await client.raw("GET", "/v1/search/news")).headers.get("allow")).toBe("POST");
});

test("an id is decoded once", async () => {
  const { client } = await createHarness();
  expect((await client.raw("GET", "/v1/documents/%52EADY1", { endpoint: "getDocument" })).status).toBe(200);
  for (const id of ["%2552EADY1", "READY1%2Ftoc", "%00", "a%20b", "x".repeat(129), "%E6%97%A5"]) {
    const answer = await client.raw("GET", `/v1/documents/${id}`);
    expect(answer.code, id).toBe("not_found");
  }
  expect((await client.raw("GET", "/v1/documents/%FF")).code).toBe("malformed_request");
});

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  anyText({ maxLength: 10 }),
  fc.constantFrom(
    "7203",
    "9A01",
    "2025-01-01",
    "READY1",
    "part1",
    "1",
    "-1",
    "1e9",
    "pdf",
    "NEWS-01",
    "a,b",
    "__proto__",
  ),
);

function target(name: EndpointName, ids: readonly string[], query: readonly (readonly [string, string])[]): string {
  let next = 0;
  const path = endpointOf(name).path.replace(/\{[^}]+\}/g, () =>
    encodeURIComponent((ids[next++] ?? "x").toWellFormed()),
  );
  const search = new URLSearchParams(query.map(([key, value]) => [key.toWellFormed(), value.toWellFormed()]));
  return search.size === 0 ? path : `${path}?${search}`;
}

test("no path, query or body is answered 5xx", async () => {
  const harness = await createHarness();
  const names = endpointNames.filter((name) => endpointOf(name).auth === "key");
  const keys = [
    "q",
    "limit",
    "cursor",
    "security_codes",
    "timeline_since",
    "timeline_until",
    "sections",
    "document_types",
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(text, { minLength: 2, maxLength: 2 }),
      fc.array(fc.tuple(fc.oneof(fc.constantFrom(...keys), text), text), { maxLength: 5 }),
      fc.oneof(
        fc.json(),
        text,
        fc
          .dictionary(fc.constantFrom("query", "top_k", "security_codes"), fc.jsonValue())
          .map((each) => JSON.stringify(each)),
      ),
      async (name, ids, query, body) => {
        const method = endpointOf(name).method;
        const answer = await harness.client.raw(method, target(name, ids, query), {
          body: method === "POST" ? body.toWellFormed() : undefined,
          endpoint: name,
        });
        expect(answer.status).toBeLessThan(500);
      },
    ),
    { numRuns: Number(process.env["HIRAKU_FUZZ_RUNS"] ?? 300) },
  );
});

test("an unknown request line is answered 4xx", async () => {
  const harness = await createHarness();
  await fc.assert(
    fc.asyncProperty(fc.webPath(), fc.constantFrom("GET", "POST", "PUT", "PATCH"), async (path, method) => {
      const answer = await harness.client.raw(method, `/${path}`.replace(/^\/+/, "/"), {});
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});
