import type { z } from "zod";
import { DocumentId, NewsId, OriginalId, PhraseId } from "./ids.ts";
import * as p from "./params.ts";
import { type Cost, fixedCredits, interfaceContentCredits } from "./prices.ts";
import type { ProblemCode } from "./problems.ts";
import * as r from "./resources.ts";
import { documentFamilies, matchTypes, originalMediaTypes, searchableFamilies } from "./vocabulary.ts";

/**
 * The table of all endpoints. The service routes and validates by it, the web app calls and proxies by it, the OpenAPI
 * document is generated from it, and a test checks that each row has a handler and a test.
 */

export interface Endpoint {
  readonly method: "GET" | "POST";
  /** Path template; `{name}` stands for a path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly pathParams: Readonly<Record<string, p.Param<unknown>>>;
  readonly query: Readonly<Record<string, p.Param<unknown>>>;
  readonly body: Readonly<Record<string, p.Param<unknown>>> | undefined;
  /** A record, or the media types that a file is sent with. */
  readonly response: z.ZodType | { readonly binary: readonly string[] };
  readonly cost: Cost;
  /** `health` needs no key and is never metered. */
  readonly auth: "key" | "health";
  /** Of an endpoint that this service has beyond the interface, outside of /v1: what it does. Other services lack it. */
  readonly extension?: string;
  /** At least one of these filters must be given: a list of everything is refused. */
  readonly oneFilterOf?: { readonly filters: readonly string[]; readonly detail: string };
  /** Headers of a 200 beyond those of every endpoint of its kind. */
  readonly headers?: readonly string[];
  /** A second status under which the same record is sent, where the endpoint has one. */
  readonly otherStatus?: { readonly status: 503; readonly description: string };
  /** Problems beyond those that every endpoint shares. */
  readonly problems: readonly ProblemCode[];
}

export const commonProblems = [
  "authentication_required",
  "invalid_api_key",
  "access_not_enabled",
  "quota_exceeded",
  "rate_limit_exceeded",
  "internal_error",
] as const satisfies readonly ProblemCode[];

/** Problems that any request may get before it is read, whoever sends it. */
export const transportProblems = [
  "malformed_request",
  "request_timeout",
  "headers_too_large",
] as const satisfies readonly ProblemCode[];

const idempotencyProblems = ["idempotency_key_reused", "idempotency_in_progress"] as const;

const free = { kind: "free" } as const satisfies Cost;
const fixed = (credits: number) => ({ kind: "fixed", credits }) as const satisfies Cost;

const documentId = p.pathId(DocumentId, { description: "Id of the document." });
const codes = p.securityCodes({ description: "Security codes, 4 or 5 characters; repeat the key for several." });
const types = p.strings({ description: "Document types; repeat the key for several." });
const since = p.date({ description: "First Japanese calendar day, inclusive." });
const until = p.date({ description: "Last Japanese calendar day, inclusive." });
const limit = p.integer({ min: 1, max: 100, fallback: 20, description: "Records a page." });
const cursor = p.cursor({ description: "`next_cursor` of the page before, with the same filters." });
const query = p.text({ required: true, max: 1000, blank: "validation", description: "What to search for." });
const matchType = p.oneOf(matchTypes, { fallback: "semantic", description: "How the query is read." });
const topK = p.integer({ min: 1, max: 50, fallback: 10, description: "Hits at the most." });

export const endpoints = {
  health: {
    method: "GET",
    path: "/health",
    summary: "Whether the process runs",
    pathParams: {},
    query: {},
    body: undefined,
    response: r.HealthResponse,
    cost: free,
    auth: "health",
    problems: [],
  },
  ready: {
    method: "GET",
    path: "/health/ready",
    summary: "Whether requests can be served, and how fresh the market is",
    pathParams: {},
    query: {},
    body: undefined,
    response: r.HealthResponse,
    cost: free,
    auth: "health",
    otherStatus: { status: 503, description: "Not ready." },
    problems: [],
  },
  searchIssuers: {
    method: "GET",
    path: "/v1/issuers/search",
    summary: "Search issuers by company name or security code",
    pathParams: {},
    query: {
      q: p.text({
        required: true,
        max: 200,
        blank: "missing_required_filter",
        description: "Company name in kanji, kana or English, security code, EDINET code or corporate number.",
      }),
      limit,
    },
    body: undefined,
    response: r.IssuerSearchResponse,
    cost: free,
    auth: "key",
    problems: ["missing_required_filter", "invalid_query_parameter"],
  },
  listDocuments: {
    method: "GET",
    path: "/v1/documents",
    summary: "List documents, newest first",
    pathParams: {},
    query: {
      security_codes: codes,
      document_types: types,
      document_families: p.families(documentFamilies, { description: "Document families." }),
      timeline_since: since,
      timeline_until: until,
      limit,
      cursor,
    },
    body: undefined,
    response: r.DocumentListResponse,
    cost: free,
    auth: "key",
    oneFilterOf: {
      filters: ["security_codes", "timeline_since"],
      detail: "A listing of the whole market needs timeline_since; or name security_codes.",
    },
    problems: [
      "invalid_cursor",
      "invalid_date_range",
      "invalid_document_family",
      "invalid_query_parameter",
      "missing_required_filter",
    ],
  },
  getDocument: {
    method: "GET",
    path: "/v1/documents/{document_id}",
    summary: "Document metadata and deliverability",
    pathParams: { document_id: documentId },
    query: {},
    body: undefined,
    response: r.DocumentSummary,
    cost: free,
    auth: "key",
    problems: ["invalid_query_parameter", "not_found"],
  },
  getToc: {
    method: "GET",
    path: "/v1/documents/{document_id}/toc",
    summary: "Sections usable for content retrieval",
    pathParams: { document_id: documentId },
    query: {},
    body: undefined,
    response: r.DocumentTocResponse,
    cost: free,
    auth: "key",
    problems: ["invalid_query_parameter", "not_found", "content_not_available"],
  },
  listPageImages: {
    method: "GET",
    path: "/v1/documents/{document_id}/page-images",
    summary: "List deliverable page images",
    pathParams: { document_id: documentId },
    query: {},
    body: undefined,
    response: r.DocumentPageImagesResponse,
    cost: free,
    auth: "key",
    problems: ["invalid_query_parameter", "not_found"],
  },
  listOriginals: {
    method: "GET",
    path: "/v1/documents/{document_id}/originals",
    summary: "List deliverable original files",
    pathParams: { document_id: documentId },
    query: {},
    body: undefined,
    response: r.DocumentOriginalsResponse,
    cost: free,
    auth: "key",
    problems: ["invalid_query_parameter", "not_found"],
  },
  listNews: {
    method: "GET",
    path: "/v1/news",
    summary: "News statements with references, newest first",
    pathParams: {},
    query: { security_codes: codes, timeline_since: since, timeline_until: until, limit, cursor },
    body: undefined,
    response: r.NewsListResponse,
    cost: fixed(fixedCredits.newsList),
    auth: "key",
    oneFilterOf: { filters: ["security_codes", "timeline_since"], detail: "Name security_codes or timeline_since." },
    problems: [
      "invalid_cursor",
      "invalid_date_range",
      "invalid_query_parameter",
      "missing_required_filter",
      ...idempotencyProblems,
    ],
  },
  getNews: {
    method: "GET",
    path: "/v1/news/{news_id}",
    summary: "One news statement",
    pathParams: { news_id: p.pathId(NewsId, { description: "Id of the news statement." }) },
    query: {},
    body: undefined,
    response: r.NewsStatement,
    cost: free,
    auth: "key",
    problems: ["invalid_query_parameter", "not_found"],
  },
  searchDocuments: {
    method: "POST",
    path: "/v1/search/documents",
    summary: "Search document bodies by keyword or evidence",
    pathParams: {},
    query: {},
    body: {
      query,
      security_codes: codes,
      document_types: types,
      timeline_since: since,
      timeline_until: until,
      match_type: matchType,
      top_k: topK,
      include_snippet: p.flag({ fallback: false, description: "Whether hits carry a snippet." }),
      document_families: p.families(searchableFamilies, { description: "Families to search." }),
      latest_only: p.flag({ fallback: true, description: "Leave out superseded earlier periods." }),
    },
    response: r.DocumentSearchResponse,
    cost: fixed(fixedCredits.search),
    auth: "key",
    headers: ["X-Search-Engine", "X-Search-Behind"],
    problems: [
      "invalid_date_range",
      "invalid_document_family",
      "invalid_query_parameter",
      "payload_too_large",
      "search_backend_timeout",
      ...idempotencyProblems,
    ],
  },
  searchNews: {
    method: "POST",
    path: "/v1/search/news",
    summary: "Search news by keyword or evidence",
    pathParams: {},
    query: {},
    body: {
      query,
      security_codes: codes,
      timeline_since: since,
      timeline_until: until,
      match_type: matchType,
      top_k: topK,
    },
    response: r.NewsSearchResponse,
    cost: fixed(fixedCredits.search),
    auth: "key",
    headers: ["X-Search-Engine", "X-Search-Behind"],
    problems: [
      "invalid_date_range",
      "invalid_query_parameter",
      "payload_too_large",
      "search_backend_timeout",
      ...idempotencyProblems,
    ],
  },
  getContent: {
    method: "GET",
    path: "/v1/documents/{document_id}/content",
    summary: "Document body, whole or by sections",
    pathParams: { document_id: documentId },
    query: { sections: p.strings({ description: "`section_id` values of the table of contents." }) },
    body: undefined,
    response: r.DocumentContentResponse,
    cost: { kind: "tiers", credits: interfaceContentCredits },
    auth: "key",
    problems: [
      "invalid_query_parameter",
      "invalid_section",
      "not_found",
      "content_not_available",
      ...idempotencyProblems,
    ],
  },
  getPageImage: {
    method: "GET",
    path: "/v1/documents/{document_id}/pages/{page_number}/image",
    summary: "JPEG of one page",
    pathParams: { document_id: documentId, page_number: p.pageNumber({ description: "Page, from 1." }) },
    query: {},
    body: undefined,
    response: { binary: ["image/jpeg"] },
    cost: fixed(fixedCredits.pageImage),
    auth: "key",
    problems: ["invalid_query_parameter", "not_found", "image_not_available", ...idempotencyProblems],
  },
  getOriginal: {
    method: "GET",
    path: "/v1/documents/{document_id}/originals/{original_id}",
    summary: "Original file",
    pathParams: {
      document_id: documentId,
      original_id: p.pathId(OriginalId, { description: "Id of the original file." }),
    },
    query: {},
    body: undefined,
    response: { binary: originalMediaTypes },
    cost: fixed(fixedCredits.original),
    auth: "key",
    headers: ["Content-Disposition"],
    problems: ["invalid_query_parameter", "not_found", "content_not_available", ...idempotencyProblems],
  },
  verifyQuote: {
    method: "POST",
    path: "/quotes/verify",
    summary: "Whether a quote stands in a document",
    extension: [
      "Of this service alone, and not part of the interface.",
      "Half and full width, spaces and line breaks may differ, nothing else; white space between cells, numbers and dashes counts. An ellipsis leaves words out, and `left_out` names a denial or a figure among them.",
      "In text that was bought with the key any words are found. In all other text a quote is one or more whole sentences or table rows of at least 40 characters, on each side of an ellipsis too, and at most 10 quotes of a document and 100 in all may be asked for in vain on a Japanese calendar day; then `quote_limit_reached` says when the next day begins.",
    ].join("\n"),
    pathParams: {},
    query: {},
    body: {
      document_id: p.text({ required: true, max: 128, blank: "validation", description: "Id of the document." }),
      quote: p.text({ required: true, max: 4000, blank: "validation", description: "The words." }),
    },
    response: r.QuoteVerificationResponse,
    cost: free,
    auth: "key",
    problems: [
      "invalid_query_parameter",
      "invalid_quote",
      "not_found",
      "content_not_available",
      "payload_too_large",
      "quote_limit_reached",
    ],
  },
  standPhrase: {
    method: "POST",
    path: "/search/standing",
    summary: "Let a phrase stand: what is published from now on is matched with it",
    pathParams: {},
    query: {},
    extension: [
      "Of this service alone, and not part of the interface.",
      "A phrase has 2 to 40 characters after folding, at least 2 of them letters, and no digits. 20 stand for a key, and 5 new ones may be made on a Japanese calendar day, ended ones too. A phrase that stands already is returned as it is. Documents are matched once, when their text can first be read; one filed before the day on which the phrase was made is not, unless it was waiting for its release.",
    ].join("\n"),
    body: {
      phrase: p.text({ required: true, max: 200, blank: "validation", description: "The words, in their order." }),
    },
    response: r.StandingPhrase,
    cost: free,
    auth: "key",
    problems: ["invalid_query_parameter", "payload_too_large", "standing_limit_reached"],
  },
  listStanding: {
    method: "GET",
    path: "/search/standing",
    summary: "Phrases that stand, and what matched them, newest first",
    extension:
      "Of this service alone, and not part of the interface.\nTells documents, sections and how often, never text. Matches are listed for 92 days.",
    pathParams: {},
    query: {
      matched_since: p.date({ description: "First Japanese calendar day on which it matched, inclusive." }),
      limit,
      cursor,
    },
    body: undefined,
    response: r.StandingListResponse,
    cost: free,
    auth: "key",
    problems: ["invalid_cursor", "invalid_query_parameter"],
  },
  endStanding: {
    method: "POST",
    path: "/search/standing/{phrase_id}/end",
    summary: "End a phrase that stands, with its matches",
    extension:
      "Of this service alone, and not part of the interface.\nEnding it again changes nothing. Another one may take its place; what was made on a day still counts for it.",
    pathParams: { phrase_id: p.pathId(PhraseId, { description: "Id of the phrase." }) },
    query: {},
    body: undefined,
    response: r.StandingPhraseEnded,
    cost: free,
    auth: "key",
    problems: ["invalid_query_parameter", "not_found"],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
export type EndpointOf<N extends EndpointName> = (typeof endpoints)[N];
export const endpointNames = Object.keys(endpoints) as EndpointName[];

/** The table's rows without their exact types, for code that goes through all of them. */
export function endpointOf(name: EndpointName): Endpoint {
  return endpoints[name];
}

type Params<T> =
  T extends Readonly<Record<string, p.Param<unknown>>>
    ? {
        -readonly [K in keyof T]: p.ParamType<T[K]> | undefined;
      }
    : unknown;

/** The input of a request as a caller writes it: parameters that may be absent are optional. */
export type EndpointInput<N extends EndpointName> = RequiredPath<EndpointOf<N>["pathParams"]> &
  Partial<Params<EndpointOf<N>["query"]>> &
  Partial<Params<EndpointOf<N>["body"]>>;

type ListInput = EndpointInput<"listDocuments">;

/** The filters of the list of documents. Codes and families may be any text: what there is not is refused or not found. */
export type DocumentFilters = {
  readonly [F in Exclude<keyof ListInput, "limit" | "cursor">]?:
    | (NonNullable<ListInput[F]> extends readonly string[] ? readonly string[] : ListInput[F])
    | undefined;
};

type RequiredPath<T> = { -readonly [K in keyof T]: p.ParamType<T[K]> };

/** The answer's record; for a binary endpoint there is none. */
export type EndpointResponse<N extends EndpointName> = EndpointOf<N>["response"] extends z.ZodType<infer T> ? T : never;

export function isBinary(endpoint: Endpoint): endpoint is Endpoint & { response: { binary: readonly string[] } } {
  return "binary" in endpoint.response && Array.isArray(endpoint.response.binary);
}

export function isPaid(endpoint: Endpoint): boolean {
  return endpoint.cost.kind !== "free";
}

/** Our own service alone has it. */
export function isExtension(endpoint: Endpoint): boolean {
  return endpoint.extension !== undefined;
}

/** Only free requests that read have an ETag. */
export function hasValidator(endpoint: Endpoint): boolean {
  return endpoint.auth === "key" && !isPaid(endpoint) && endpoint.method === "GET";
}

/** Endpoints that only our own service has. */
export type ExtensionName = {
  [N in EndpointName]: EndpointOf<N> extends { readonly extension: string } ? N : never;
}[EndpointName];

/** The interface's endpoints that cost nothing and need a key: what the web app's free calls and its proxy may reach. */
export type FreeEndpointName = Exclude<
  {
    [N in EndpointName]: EndpointOf<N> extends { readonly cost: { readonly kind: "free" }; readonly auth: "key" }
      ? N
      : never;
  }[EndpointName],
  ExtensionName
>;

export const freeEndpointNames = endpointNames.filter(isFreeName);
export const paidEndpointNames = endpointNames.filter((name) => isPaid(endpointOf(name)));

function isFreeName(name: EndpointName): name is FreeEndpointName {
  const endpoint = endpointOf(name);
  return !isPaid(endpoint) && endpoint.auth === "key" && !isExtension(endpoint);
}
