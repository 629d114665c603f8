import type { EndpointInput, EndpointName } from "../../lib/contract/endpoints.ts";
import { PhraseId } from "../../lib/contract/ids.ts";
import type { ProblemCode } from "../../lib/contract/problems.ts";
import { nothingBehind } from "../search/testing/nothing-behind.ts";
import { createHarness, type Harness } from "./harness.ts";
import type { Answer } from "./test-client.ts";

/**
 * A request that is answered 200 for each endpoint, and for each of its problems a way to provoke it. The service is
 * checked by them, and so is the client package. A row or a problem without a case here fails.
 */
export type Provoke = (harness: Pick<Harness, "client">) => Promise<Answer>;

export interface Case<N extends EndpointName> {
  readonly ok: EndpointInput<N>;
  /** A request line (and body) for each problem that the row lists. */
  readonly problems: Readonly<Partial<Record<ProblemCode, Provoke>>>;
}

const get =
  (endpoint: EndpointName, target: string): Provoke =>
  ({ client }) =>
    client.raw("GET", target, { endpoint });

const post =
  (endpoint: EndpointName, target: string, body: string): Provoke =>
  ({ client }) =>
    client.raw("POST", target, { endpoint, body });

const idempotency = (name: EndpointName, input: object, other: object): Case<EndpointName>["problems"] => ({
  idempotency_key_reused: async ({ client }) => {
    await client.call(name, input as EndpointInput<typeof name>, { idempotencyKey: "k" });
    return client.call(name, other as EndpointInput<typeof name>, { idempotencyKey: "k" });
  },
  idempotency_in_progress: async ({ client }) => {
    const [, second] = await Promise.all([
      client.call(name, input as EndpointInput<typeof name>, { idempotencyKey: "k" }),
      client.call(name, input as EndpointInput<typeof name>, { idempotencyKey: "k" }),
    ]);
    return second;
  },
});

const standing = (body: object) => post("standPhrase", "/search/standing", JSON.stringify(body));
const verifying = (body: object) => post("verifyQuote", "/quotes/verify", JSON.stringify(body));

const ready = { document_id: "READY1" } as const;
const long = "x".repeat(70_000);

/** A backend that never answers, and stops when its signal fires. */
const never = (_query: unknown, signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

const timedOut =
  (endpoint: EndpointName, target: string): Provoke =>
  async () => {
    const search = { ...nothingBehind, searchDocuments: never, searchNews: never };
    const slow = await createHarness({ searchTimeoutMs: 5, search });
    return slow.client.raw("POST", target, { body: '{"query":"q"}', endpoint });
  };

export const conformanceCases: { readonly [N in EndpointName]: Case<N> } = {
  health: { ok: {}, problems: {} },
  ready: { ok: {}, problems: {} },
  searchIssuers: {
    ok: { q: "株式会社" },
    problems: {
      missing_required_filter: get("searchIssuers", "/v1/issuers/search?q=%20%E3%80%80"),
      invalid_query_parameter: get("searchIssuers", "/v1/issuers/search?q=a&name=b"),
    },
  },
  listDocuments: {
    ok: { timeline_since: "2025-01-01" },
    problems: {
      invalid_cursor: get("listDocuments", "/v1/documents?timeline_since=2025-01-01&cursor=AAAA"),
      invalid_date_range: get("listDocuments", "/v1/documents?timeline_since=2025-01-02&timeline_until=2025-01-01"),
      invalid_document_family: get("listDocuments", "/v1/documents?security_codes=9A01&document_families=other"),
      invalid_query_parameter: get("listDocuments", "/v1/documents?security_codes=9A01,9A02"),
      missing_required_filter: get("listDocuments", "/v1/documents?timeline_until=2025-01-01"),
    },
  },
  getDocument: {
    ok: ready,
    problems: {
      invalid_query_parameter: get("getDocument", "/v1/documents/READY1?x=1"),
      not_found: get("getDocument", "/v1/documents/NONE"),
    },
  },
  getToc: {
    ok: ready,
    problems: {
      invalid_query_parameter: get("getToc", "/v1/documents/READY1/toc?x=1"),
      not_found: get("getToc", "/v1/documents/NONE/toc"),
      content_not_available: get("getToc", "/v1/documents/PENDING/toc"),
    },
  },
  listPageImages: {
    ok: ready,
    problems: {
      invalid_query_parameter: get("listPageImages", "/v1/documents/READY1/page-images?x=1"),
      not_found: get("listPageImages", "/v1/documents/NONE/page-images"),
    },
  },
  listOriginals: {
    ok: ready,
    problems: {
      invalid_query_parameter: get("listOriginals", "/v1/documents/READY1/originals?x=1"),
      not_found: get("listOriginals", "/v1/documents/NONE/originals"),
    },
  },
  listNews: {
    ok: { timeline_since: "2025-01-01" },
    problems: {
      invalid_cursor: get("listNews", "/v1/news?timeline_since=2025-01-01&cursor=AAAA"),
      invalid_date_range: get("listNews", "/v1/news?timeline_since=2025-01-02&timeline_until=2025-01-01"),
      invalid_query_parameter: get("listNews", "/v1/news?security_codes="),
      missing_required_filter: get("listNews", "/v1/news"),
      ...idempotency("listNews", { timeline_since: "2025-01-01" }, { timeline_since: "2025-01-02" }),
    },
  },
  getNews: {
    ok: { news_id: "NEWS-01" },
    problems: {
      invalid_query_parameter: get("getNews", "/v1/news/NEWS-01?x=1"),
      not_found: get("getNews", "/v1/news/NONE"),
    },
  },
  searchDocuments: {
    ok: { query: "リスクは何か", include_snippet: true },
    problems: {
      invalid_date_range: post(
        "searchDocuments",
        "/v1/search/documents",
        '{"query":"q","timeline_since":"2025-01-02","timeline_until":"2025-01-01"}',
      ),
      invalid_document_family: post(
        "searchDocuments",
        "/v1/search/documents",
        '{"query":"q","document_families":["ir_material"]}',
      ),
      invalid_query_parameter: post("searchDocuments", "/v1/search/documents", '{"query":"q","security_codes":["?"]}'),
      payload_too_large: post("searchDocuments", "/v1/search/documents", JSON.stringify({ query: long })),
      search_backend_timeout: timedOut("searchDocuments", "/v1/search/documents"),
      ...idempotency("searchDocuments", { query: "a" }, { query: "b" }),
    },
  },
  searchNews: {
    ok: { query: "配当" },
    problems: {
      invalid_date_range: post(
        "searchNews",
        "/v1/search/news",
        '{"query":"q","timeline_since":"2025-01-02","timeline_until":"2025-01-01"}',
      ),
      invalid_query_parameter: post("searchNews", "/v1/search/news", '{"query":"q","document_types":["x"]}'),
      payload_too_large: post("searchNews", "/v1/search/news", JSON.stringify({ query: long })),
      search_backend_timeout: timedOut("searchNews", "/v1/search/news"),
      ...idempotency("searchNews", { query: "a" }, { query: "b" }),
    },
  },
  getContent: {
    ok: ready,
    problems: {
      invalid_query_parameter: get("getContent", "/v1/documents/READY1/content?sections=part1,part2"),
      invalid_section: get("getContent", "/v1/documents/READY1/content?sections=part9"),
      not_found: get("getContent", "/v1/documents/NONE/content"),
      content_not_available: get("getContent", "/v1/documents/PENDING/content"),
      ...idempotency("getContent", ready, { document_id: "LONG" }),
    },
  },
  getPageImage: {
    ok: { ...ready, page_number: 1 },
    problems: {
      invalid_query_parameter: get("getPageImage", "/v1/documents/READY1/pages/1/image?x=1"),
      not_found: get("getPageImage", "/v1/documents/READY1/pages/4/image"),
      image_not_available: get("getPageImage", "/v1/documents/READY1/pages/2/image"),
      ...idempotency("getPageImage", { ...ready, page_number: 1 }, { ...ready, page_number: 3 }),
    },
  },
  getOriginal: {
    ok: { ...ready, original_id: "pdf" },
    problems: {
      invalid_query_parameter: get("getOriginal", "/v1/documents/READY1/originals/pdf?x=1"),
      not_found: get("getOriginal", "/v1/documents/READY1/originals/csv"),
      content_not_available: get("getOriginal", "/v1/documents/READY1/originals/zip"),
      ...idempotency("getOriginal", { ...ready, original_id: "pdf" }, { document_id: "IMAGES", original_id: "pdf" }),
    },
  },
  verifyQuote: {
    ok: { ...ready, quote: "あ".repeat(40) },
    problems: {
      invalid_query_parameter: verifying({ ...ready, quote: "あ".repeat(40), section_id: "part1" }),
      invalid_quote: verifying({ ...ready, quote: "あ".repeat(39) }),
      not_found: verifying({ document_id: "NONE", quote: "あ".repeat(40) }),
      content_not_available: verifying({ document_id: "PENDING", quote: "あ".repeat(40) }),
      payload_too_large: verifying({ ...ready, quote: long }),
      async quote_limit_reached(harness) {
        const again = verifying({ ...ready, quote: "あ".repeat(40) });
        for (let i = 0; i < 10; i++) await again(harness);
        return again(harness);
      },
    },
  },
  standPhrase: {
    ok: { phrase: "財務制限条項" },
    problems: {
      invalid_query_parameter: standing({ phrase: "財務制限条項", top_k: 1 }),
      payload_too_large: standing({ phrase: long }),
      async standing_limit_reached(harness) {
        for (const phrase of ["減損", "配当", "増資", "買収", "訴訟"]) await standing({ phrase })(harness);
        return standing({ phrase: "解散" })(harness);
      },
    },
  },
  listStanding: {
    ok: {},
    problems: {
      invalid_cursor: get("listStanding", "/search/standing?cursor=x"),
      invalid_query_parameter: get("listStanding", "/search/standing?x=1"),
    },
  },
  endStanding: {
    ok: { phrase_id: PhraseId.parse("PHRASE1") },
    problems: {
      invalid_query_parameter: post("endStanding", "/search/standing/PHRASE1/end?x=1", "{}"),
      not_found: post("endStanding", "/search/standing/no%20id/end", "{}"),
    },
  },
};
