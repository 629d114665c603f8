import { describe, expect, test } from "vitest";
import { createHarness } from "../testing/harness.ts";

/**
 * The rules of requests, one by one, through the whole service: the answer to each unusual request, and that it costs
 * nothing. `ok` is a 200, which may be charged.
 */
type Expected = "ok" | 422 | string;

const get = (target: string, expected: Expected) => ({ method: "GET", target, expected, body: undefined });
const search = (fields: Readonly<Record<string, unknown>>, expected: Expected) => ({
  method: "POST",
  target: "/v1/search/documents",
  expected,
  body: JSON.stringify({ query: "配当", ...fields }),
});
const listing = (query: string, expected: Expected) => get(`/v1/documents?${query}`, expected);
const since = "timeline_since=2025-01-01";
const digits = (count: number) => "9".repeat(count);
const codes = (count: number) => Array.from({ length: count }, () => "security_codes=9A01").join("&");

const rules: Readonly<Record<string, readonly ReturnType<typeof get | typeof search>[]>> = {
  "dates are calendar days": [
    listing("timeline_since=2024-02-29", "ok"),
    listing("timeline_since=2025-02-29", 422),
    listing("timeline_since=2025-1-1", 422),
    listing("timeline_since=2025-01-01T00:00:00", 422),
    listing("timeline_since=", 422),
    listing("timeline_since=%EF%BC%92025-01-01", 422),
    search({ timeline_since: "2025-13-01" }, 422),
    search({ timeline_since: 20250101 }, 422),
  ],
  "limit is 1 to 100": [
    listing(`${since}&limit=1`, "ok"),
    listing(`${since}&limit=100`, "ok"),
    listing(`${since}&limit=101`, 422),
    listing(`${since}&limit=0`, 422),
    listing(`${since}&limit=-1`, 422),
    listing(`${since}&limit=1.0`, 422),
    listing(`${since}&limit=`, 422),
    listing(`${since}&limit=%EF%BC%95`, 422),
    listing(`${since}&limit=${digits(400)}`, 422),
  ],
  "top_k is 1 to 50": [
    search({ top_k: 50 }, "ok"),
    search({ top_k: 51 }, 422),
    search({ top_k: 0 }, 422),
    search({ top_k: 1.5 }, 422),
    search({ top_k: "10" }, 422),
    search({ top_k: true }, 422),
    search({ top_k: null }, 422),
    search({ top_k: 1e300 }, 422),
  ],
  "texts and arrays have a length": [
    get(`/v1/issuers/search?q=${"a".repeat(200)}`, "ok"),
    get(`/v1/issuers/search?q=${encodeURIComponent("𠮷".repeat(200))}`, "ok"),
    get(`/v1/issuers/search?q=${"a".repeat(201)}`, 422),
    search({ query: "あ".repeat(1000) }, "ok"),
    search({ query: "あ".repeat(1001) }, 422),
    listing(codes(100), "ok"),
    listing(codes(101), 422),
    search({ document_types: Array.from({ length: 101 }, () => "x") }, 422),
  ],
  "null and empty": [
    search({ timeline_since: null, timeline_until: null }, "ok"),
    search({ security_codes: null }, 422),
    search({ match_type: null }, 422),
    search({ include_snippet: null }, 422),
    search({ security_codes: [], document_types: [], document_families: [] }, "ok"),
    search({ security_codes: [""] }, "invalid_query_parameter"),
    search({ security_codes: [null] }, 422),
    listing("security_codes=", "invalid_query_parameter"),
    listing(`${since}&document_types=`, "invalid_query_parameter"),
    listing(`${since}&document_families=`, "invalid_query_parameter"),
    listing(`${since}&cursor=`, "invalid_cursor"),
    get("/v1/documents/READY1/content?sections=", "invalid_query_parameter"),
  ],
  "a search has something to look for": [
    ...['"', '""', "“ ”", "\ud800", "？！…", "。、", "\u200b", "「」", "（）[]", "-", "‐—"].flatMap((query) =>
      ["semantic", "lexical"].map((match_type) => search({ query, match_type }, "invalid_query_parameter")),
    ),
    ...["△ ※", "→", "%"].flatMap((query) => [
      search({ query, match_type: "lexical" }, "ok"),
      search({ query }, "invalid_query_parameter"),
    ]),
    { ...search({}, "invalid_query_parameter"), target: "/v1/search/news", body: JSON.stringify({ query: "！" }) },
    ...["x", "あ", "7", "𠮷", "½", "㈱"].map((query) => search({ query }, "ok")),
    search({ query: '"', match_type: "lexical", top_k: 0 }, 422),
  ],
  "a question is not blank": [
    get("/v1/issuers/search", 422),
    get("/v1/issuers/search?q=", "missing_required_filter"),
    get("/v1/issuers/search?q=%E3%80%80%20", "missing_required_filter"),
    search({ query: " \u3000" }, 422),
    search({ query: "" }, 422),
    search({ query: undefined }, 422),
    search({ query: 7203 }, 422),
  ],
  "security codes in every spelling, and nothing else": [
    listing("security_codes=9A01", "ok"),
    listing("security_codes=9a01", "ok"),
    listing("security_codes=9A010", "ok"),
    listing(`security_codes=${encodeURIComponent("９ａ０１")}`, "ok"),
    listing("security_codes=25935", "ok"),
    listing("security_codes=A123", "invalid_query_parameter"),
    listing("security_codes=123", "invalid_query_parameter"),
    listing("security_codes=123456", "invalid_query_parameter"),
    listing("security_codes=%00%00%00%00", "invalid_query_parameter"),
  ],
  "a typo never widens a request": [
    listing("security_codes=9A01,9A02", "invalid_query_parameter"),
    listing("security_codes=9A01%2C9A02", "invalid_query_parameter"),
    listing(`${since}&${since}`, "invalid_query_parameter"),
    listing(`${since}&security_code=9A01`, "invalid_query_parameter"),
    listing(`${since}&Limit=5`, "invalid_query_parameter"),
    search({ security_code: ["9A01"] }, "invalid_query_parameter"),
    search({ security_codes: ["9A01,9A02"] }, "invalid_query_parameter"),
    search({ security_codes: "9A01" }, 422),
    { ...search({}, "invalid_query_parameter"), target: "/v1/search/documents?top_k=5" },
  ],
  "families and match types": [
    listing(`${since}&document_families=ir_material`, "ok"),
    listing(`${since}&document_families=irmaterial`, "invalid_document_family"),
    search({ document_families: ["ir_material"] }, "invalid_document_family"),
    search({ document_families: ["edinet_filing", "x"] }, "invalid_document_family"),
    search({ match_type: "lexical" }, "ok"),
    search({ match_type: "Lexical" }, 422),
    search({ latest_only: "true" }, 422),
    search({ include_snippet: 1 }, 422),
    listing(`${since}&document_types=no_such_type`, "ok"),
  ],
  "spans and filters": [
    listing("timeline_since=2025-01-02&timeline_until=2025-01-01", "invalid_date_range"),
    listing("timeline_since=2025-01-01&timeline_until=2025-01-01", "ok"),
    listing("timeline_until=2025-01-01", "missing_required_filter"),
    listing("", "missing_required_filter"),
    get("/v1/news", "missing_required_filter"),
    get("/v1/news?timeline_until=2025-01-01", "missing_required_filter"),
    get("/v1/news?security_codes=9A03", "ok"),
    listing(`timeline_since=2025-01-02&timeline_until=2025-01-01&limit=x`, 422),
  ],
  "paths and methods": [
    get("/v1", "not_found"),
    get("/v1/documents/", "not_found"),
    get("/v1/documents/READY1/", "not_found"),
    get("/V1/documents/READY1", "not_found"),
    { ...get("/v1/documents", "method_not_allowed"), method: "DELETE" },
    { ...get("/v1/documents/READY1", "method_not_allowed"), method: "HEAD" },
    { ...get("/v1/documents/READY1/content", "method_not_allowed"), method: "OPTIONS" },
    { ...get("/openapi.json", "method_not_allowed"), method: "POST" },
    { ...get("/docs", "method_not_allowed"), method: "PUT" },
  ],
  "texts that can't be ids": [
    ...["x".repeat(129), "a%20b", "%00", "%E6%97%A5", "READY1%2Ftoc", "%252e%252e", "%252E", "..."].flatMap((id) => [
      get(`/v1/documents/${id}`, "not_found"),
      get(`/v1/documents/${id}/content`, "not_found"),
      get(`/v1/news/${id}`, "not_found"),
      get(`/v1/documents/READY1/originals/${id}`, "not_found"),
    ]),
  ],
  "texts that can't be percent-decoded": ["%FF", "%", "%zz", "%E6%97"].flatMap((id) => [
    get(`/v1/documents/${id}`, "malformed_request"),
    get(`/v1/documents/${id}/content`, "malformed_request"),
    get(`/v1/news/${id}`, "malformed_request"),
    get(`/v1/documents/READY1/originals/${id}`, "malformed_request"),
  ]),
  "page numbers of any length": [
    get("/v1/documents/READY1/pages/1/image", "ok"),
    get("/v1/documents/READY1/pages/001/image", "ok"),
    get("/v1/documents/READY1/pages/2/image", "image_not_available"),
    ...["0", "-1", "4", digits(15), digits(16), digits(20), digits(400), `-${digits(400)}`].map((page) =>
      get(`/v1/documents/READY1/pages/${page}/image`, "not_found"),
    ),
    ...["1.0", "1e3", "x", "0x1", "%20", "%EF%BC%91", "1_0", "%2B", "-"].map((page) =>
      get(`/v1/documents/READY1/pages/${page}/image`, 422),
    ),
  ],
  "sections belong to the document": [
    get("/v1/documents/READY1/content?sections=part1&sections=part1", "ok"),
    get("/v1/documents/READY1/content?sections=part9", "invalid_section"),
    get("/v1/documents/READY1/content?sections=..", "invalid_section"),
    get("/v1/documents/READY1/content?sections=part1,part2", "invalid_query_parameter"),
    get("/v1/documents/NONE/content?sections=part9", "not_found"),
    get("/v1/documents/PENDING/content?sections=part9", "content_not_available"),
  ],
  "cursors are whole": [
    listing(`${since}&cursor=AAAA`, "invalid_cursor"),
    listing(`${since}&cursor=${"A".repeat(5000)}`, "invalid_cursor"),
    listing(`${since}&cursor=%00`, "invalid_cursor"),
    get(`/v1/news?${since}&cursor=AAAA`, "invalid_cursor"),
  ],
};

test.each(Object.entries(rules))("%s", async (_rule, cases) => {
  const { client, newKey, keyState } = await createHarness();
  const { id, key } = await newKey();
  let charged = 0;
  for (const { method, target, body, expected } of cases) {
    const answer = await client.raw(method, target, { body, key });
    const told = `${method} ${target.slice(0, 120)} ${body?.slice(0, 120) ?? ""} ${JSON.stringify(answer.json)}`;
    if (expected === "ok") charged += answer.charged;
    expect.soft((await keyState(id)).charged, told).toBe(charged);
    if (expected === "ok") expect.soft(answer.status, told).toBe(200);
    else if (expected === 422) expect.soft(answer.status, told).toBe(422);
    // An answer to HEAD has no body to name a problem in.
    else if (method === "HEAD") expect.soft(answer.status, told).toBe(405);
    else expect.soft(answer.code, told).toBe(expected);
  }
});

describe("a body is JSON and says so", () => {
  const body = '{"query":"配当"}';
  const contentTypes: readonly (readonly [string, number])[] = [
    ["application/json", 200],
    ["Application/JSON", 200],
    ["application/json;charset=utf-8", 200],
    ['application/json; charset="UTF-8"', 200],
    ["text/plain", 422],
    ["text/plain;charset=UTF-8", 422],
    ["application/x-www-form-urlencoded", 422],
    ["multipart/form-data; boundary=x", 422],
    ["application/jsonp", 422],
    ["application/vnd.api+json", 422],
    ["application/json; charset=shift_jis", 422],
    ["application/json, text/plain", 422],
    ["", 422],
  ];

  test("Content-Type decides", async () => {
    const { client, newKey, keyState } = await createHarness();
    const { id, key } = await newKey();
    let charged = 0;
    for (const [contentType, status] of contentTypes) {
      const headers = { "content-type": contentType };
      const answer = await client.raw("POST", "/v1/search/news", { body, key, headers, endpoint: "searchNews" });
      expect.soft(answer.status, contentType).toBe(status);
      if (status === 422) expect(answer.json).toMatchObject({ detail: [{ loc: ["body"], type: "content_type" }] });
      else charged++;
      expect((await keyState(id)).charged).toBe(charged);
    }
  });

  test("one that says nothing is read as JSON", async () => {
    const { service, newKey } = await createHarness();
    const { key } = await newKey();
    const request = new Request("http://service.test/v1/search/news", {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: new TextEncoder().encode(body),
    });
    expect(request.headers.has("content-type")).toBe(false);
    expect((await service.fetch(request)).status).toBe(200);
  });

  test.each(["gzip", "br", "x"])("a body packed as %s is refused", async (contentEncoding) => {
    const { client } = await createHarness();
    const headers = { "content-encoding": contentEncoding };
    const answer = await client.raw("POST", "/v1/search/news", { body, headers, endpoint: "searchNews" });
    expect(answer.status).toBe(422);
  });
});

test("a refusal for a low balance has its numbers, one for used-up daily requests has none", async () => {
  const { client, newKey } = await createHarness();
  const poor = await newKey({ credits: 3 });
  const answer = await client.raw("GET", "/v1/documents/LONG/content", { key: poor.key, endpoint: "getContent" });
  expect(answer.json).toMatchObject({ code: "quota_exceeded", credits_required: 8, credits_remaining: 3 });
  expect(answer.headers.get("x-quota-compute-remaining")).toBe("3");
  expect(Number(answer.headers.get("retry-after"))).toBe(3600);

  const daily = await newKey({ perDay: 1 });
  await client.raw("GET", "/v1/documents/READY1", { key: daily.key });
  const refused = await client.raw("GET", "/v1/documents/READY1", { key: daily.key, endpoint: "getDocument" });
  expect(refused.code).toBe("quota_exceeded");
  expect(refused.json).not.toHaveProperty("credits_required");
  expect(refused.json).not.toHaveProperty("credits_remaining");
});

test("credits reserved by other requests don't count as remaining", async () => {
  const { client, newKey, store } = await createHarness();
  const { id, key } = await newKey({ credits: 5 });
  await store.ledger.reserve({ keyId: id, credits: 4 });
  const answer = await client.raw("GET", "/v1/documents/READY1/content", { key, endpoint: "getContent" });
  expect(answer.json).toMatchObject({ code: "quota_exceeded", credits_required: 2, credits_remaining: 1 });
});
