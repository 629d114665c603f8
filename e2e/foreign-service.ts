/**
 * Another implementation of the same interface that differs wherever it may: lists named `items`, only the fields of
 * the interface, an unknown status, a reset given as a delta, no idempotency, no sizes, an edge that answers 429 in
 * plain text. The web app must work with it.
 */
import { createServer, type ServerResponse } from "node:http";
import { foreignApiPort, foreignKey } from "./ports.ts";

const documents = [
  { document_id: "F-100", content_status: "ready", image_available: true, timeline_at: "2026-11-19T15:30:00+09:00" },
  {
    document_id: "F-101",
    content_status: "archived",
    image_available: false,
    timeline_at: "2026-11-18T08:00:00+09:00",
  },
  {
    document_id: "F-102",
    content_status: "pending_release",
    image_available: false,
    timeline_at: "2026-11-17T12:00:00+09:00",
  },
];
/** Text with controls that end an isolation and reverse the text after it. */
const hostile = "\u2069\u2069\u202e\u05d0\u05d1 12";
const hostileDocument = {
  document_id: "F-103",
  title: hostile,
  issuer_name: hostile,
  security_code: "9998",
  content_status: "ready",
  image_available: false,
  timeline_at: "2026-11-16T12:00:00+09:00",
  source_attribution: hostile,
  source_url: "https://user:secret@evil.example/",
};
/** A document with sizes and prices, which a test raises between quote and purchase. */
const priced = { document_id: "F-200", content_status: "ready", image_available: false };
let sectionCredits = 2;
const paidCalls = new Map<string, number>();

createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://foreign");
  if (url.pathname === "/health") return json(response, 200, { status: "ok", version: "9" });
  if (url.pathname === "/test/paid-calls") return json(response, 200, Object.fromEntries(paidCalls));
  if (url.pathname === "/test/price") {
    sectionCredits = Number(url.searchParams.get("credits"));
    return json(response, 200, {});
  }
  if (request.headers.authorization !== `Token ${foreignKey}`) return problem(response, 401, "invalid_api_key");
  const found = [...documents, hostileDocument, priced].find((each) => url.pathname.split("/")[3] === each.document_id);
  const rest = url.pathname.split("/").slice(4).join("/");
  switch (true) {
    case url.pathname === "/v1/issuers/search":
      return json(response, 200, { results: [{ security_code: "9999", name: "外国商事" }] });
    case url.pathname === "/v1/documents":
      return json(response, 200, { items: [...documents, hostileDocument] });
    case url.pathname === "/v1/news":
      return paid(response, "news", { data: [{ news_id: "N-1", observed_at: "2026-11-19T00:00:00Z" }] });
    case url.pathname === "/v1/news/N-1":
      return json(response, 200, {
        news_id: "N-1",
        references: [{ document_id: "F-100" }, { url: "https://example.com/a" }],
      });
    case url.pathname === "/v1/news/N-2":
      return json(response, 200, {
        news_id: "N-2",
        title: hostile,
        statement: hostile,
        references: [
          { title: hostile, url: "https://user:secret@evil.example/" },
          { document_id: "F-103", title: hostile },
        ],
      });
    case url.pathname === "/v1/search/documents":
      return problem(response, 418, "teapot_in_use");
    case url.pathname === "/v1/search/news":
      response.writeHead(429, { "content-type": "text/plain", "retry-after": "2" });
      return response.end("slow down");
    case found === undefined:
      return problem(response, 404, "not_found");
    case rest === "":
      return json(response, 200, found);
    case found?.content_status !== "ready":
      return problem(response, 409, "content_not_available");
    case rest === "toc" && found === priced:
      return json(response, 200, {
        content_tiers: [{ max_characters: null, credits: sectionCredits }],
        toc: ["a", "b"].map((section_id) => ({ section_id, title: section_id, character_count: 10 })),
      });
    case rest === "toc":
      return json(response, 200, { toc: [{ section_id: "a" }, { section_id: "b", title: hostile }] });
    case rest === "page-images":
      return json(response, 200, { items: [{ page_number: 1 }, { page_number: 3 }] });
    case rest === "originals":
      return json(response, 200, {
        items: [{ original_id: "pdf", media_type: "application/pdf", file_name: `${hostile}.pdf` }],
      });
    case rest === "content":
      return paid(response, `content ${found?.document_id} ${url.search}`, { content: "# 見出し\n\n本文です。" });
    default:
      return problem(response, 404, "not_found");
  }
}).listen(foreignApiPort, "127.0.0.1");

function headers(type: string): Record<string, string> {
  return { "content-type": type, "x-ratelimit-limit": "60", "x-ratelimit-remaining": "42", "x-ratelimit-reset": "37" };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, headers("application/json"));
  response.end(JSON.stringify(body));
}

function paid(response: ServerResponse, what: string, body: unknown): void {
  paidCalls.set(what, (paidCalls.get(what) ?? 0) + 1);
  json(response, 200, body);
}

function problem(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, headers("application/problem+json"));
  response.end(JSON.stringify({ type: `http://foreign/errors/${code}`, title: code, status, code, detail: "No." }));
}
