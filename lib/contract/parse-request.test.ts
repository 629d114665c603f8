import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EndpointName, endpointNames, endpointOf } from "./endpoints.ts";
import { parseRequest, type RawRequest } from "./parse-request.ts";

const get = (name: EndpointName, query: string, path: Record<string, string> = {}) =>
  parseRequest(name, { path, query: new URLSearchParams(query) });
const post = (name: EndpointName, json: unknown) =>
  parseRequest(name, { path: {}, query: new URLSearchParams(), body: { json } });
const codeOf = (parsed: object) => ("problem" in parsed ? (parsed.problem as { code: string }).code : parsed);

describe("a request read by the endpoint table", () => {
  it("fills defaults in and keeps wire names", () => {
    expect(get("listDocuments", "security_codes=7203")).toEqual({ input: { security_codes: ["7203"], limit: 20 } });
    expect(post("searchDocuments", { query: "配当" })).toEqual({
      input: { query: "配当", match_type: "semantic", top_k: 10, include_snippet: false, latest_only: true },
    });
  });

  it.each([
    ["full-width and lower case", "１３０ａ", "130A"],
    ["five characters ending in 0", "72030", "7203"],
    ["letters before the 0", "130A0", "130A"],
    ["preferred shares", "25935", "25935"],
  ])("normalises a security code: %s", (_title, given, expected) => {
    expect(get("listDocuments", new URLSearchParams({ security_codes: given }).toString())).toMatchObject({
      input: { security_codes: [expected] },
    });
  });

  it.each([
    ["a comma-separated array, before the value's own rule", "security_codes=7203,nonsense"],
    ["an invalid code", "security_codes=toyota"],
    ["an empty array value", "security_codes="],
    ["a scalar given twice", "security_codes=7203&limit=1&limit=2"],
    ["an unknown parameter", "security_codes=7203&sort=asc"],
    ["comma-separated families", "security_codes=7203&document_families=edinet_filing,ir_material"],
  ])("refuses %s as invalid_query_parameter", (_title, query) => {
    expect(codeOf(get("listDocuments", query))).toBe("invalid_query_parameter");
  });

  it("names the parameter it refuses", () => {
    expect(get("listDocuments", "security_codes=7203&sort=asc")).toMatchObject({
      problem: { detail: expect.stringContaining("sort") },
    });
    expect(post("searchDocuments", { query: "x", topk: 3 })).toMatchObject({
      problem: { code: "invalid_query_parameter", detail: expect.stringContaining("topk") },
    });
  });

  it("tells the families of each endpoint apart", () => {
    expect(get("listDocuments", "security_codes=7203&document_families=ir_material")).toHaveProperty("input");
    expect(codeOf(get("listDocuments", "security_codes=7203&document_families=press"))).toBe("invalid_document_family");
    expect(codeOf(post("searchDocuments", { query: "x", document_families: ["ir_material"] }))).toBe(
      "invalid_document_family",
    );
  });

  it("reports every failure of a request at once, and 422 wins over 400", () => {
    const parsed = get("listDocuments", "limit=0&timeline_since=2026-02-30&sort=asc&security_codes=x");
    expect(parsed).toEqual({
      failures: [
        expect.objectContaining({ loc: ["query", "timeline_since"] }),
        expect.objectContaining({ loc: ["query", "limit"] }),
      ],
    });
  });

  it("accepts null only where it means absent, and [] as absent", () => {
    expect(post("searchDocuments", { query: "x", timeline_since: null, security_codes: [] })).toEqual({
      input: { query: "x", match_type: "semantic", top_k: 10, include_snippet: false, latest_only: true },
    });
    for (const field of ["top_k", "match_type", "security_codes", "latest_only", "query"]) {
      expect(post("searchDocuments", { query: "x", [field]: null })).toMatchObject({
        failures: [{ loc: ["body", field] }],
      });
    }
  });

  it.each([
    ["missing", { path: {}, query: new URLSearchParams() }],
    [
      "malformed",
      { path: {}, query: new URLSearchParams(), body: { unreadable: { msg: "Unexpected end", type: "json_invalid" } } },
    ],
    ["an array", { path: {}, query: new URLSearchParams(), body: { json: [] } }],
  ] satisfies [string, RawRequest][])("answers 422 when the body is %s", (_title, raw) => {
    expect(parseRequest("searchNews", raw)).toMatchObject({ failures: [{ loc: ["body"] }] });
  });

  it("applies rules about several parameters", () => {
    expect(codeOf(get("listDocuments", ""))).toBe("missing_required_filter");
    expect(codeOf(get("listDocuments", "timeline_until=2026-01-01"))).toBe("missing_required_filter");
    expect(codeOf(get("listDocuments", "timeline_since=2026-02-01&timeline_until=2026-01-01"))).toBe(
      "invalid_date_range",
    );
    expect(codeOf(get("listNews", ""))).toBe("missing_required_filter");
    expect(codeOf(get("searchIssuers", "q=%20%E3%80%80"))).toBe("missing_required_filter");
    expect(codeOf(get("listDocuments", "security_codes=7203&cursor="))).toBe("invalid_cursor");
    expect(get("searchIssuers", "")).toMatchObject({ failures: [{ loc: ["query", "q"], type: "missing" }] });
  });

  it("counts characters, not UTF-16 units, against a length", () => {
    expect(get("searchIssuers", new URLSearchParams({ q: "𠮷".repeat(200) }).toString())).toHaveProperty("input");
    expect(get("searchIssuers", new URLSearchParams({ q: "𠮷".repeat(201) }).toString())).toHaveProperty("failures");
  });

  it("answers a text that can't be an id like an id that doesn't exist", () => {
    expect(codeOf(get("getDocument", "", { document_id: "../etc/passwd" }))).toBe("not_found");
    expect(get("getPageImage", "", { document_id: "S1", page_number: "1.5" })).toMatchObject({
      failures: [{ loc: ["path", "page_number"] }],
    });
  });

  it("never throws, whatever the input", () => {
    const raw = fc.record({
      path: fc.dictionary(fc.constantFrom("document_id", "page_number", "original_id", "news_id"), fc.string()),
      query: fc
        .array(
          fc.tuple(
            fc.oneof(fc.string(), fc.constantFrom("limit", "cursor", "security_codes", "sections", "q")),
            fc.string(),
          ),
        )
        .map((pairs) => new URLSearchParams(pairs)),
      body: fc.option(fc.record({ json: fc.jsonValue() }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...endpointNames), raw, (name, request) => {
        const parsed = parseRequest(name, request);
        expect(["input", "failures", "problem"]).toContain(Object.keys(parsed)[0]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the endpoint table", () => {
  it("declares a path parameter for each placeholder and no other", () => {
    for (const name of endpointNames) {
      const { path, pathParams } = endpointOf(name);
      expect([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])).toEqual(Object.keys(pathParams));
    }
  });
});
