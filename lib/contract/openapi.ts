import { z } from "zod";
import {
  commonProblems,
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpointOf,
  hasValidator,
  isBinary,
  isExtension,
  isPaid,
  transportProblems,
} from "./endpoints.ts";
import { requestExamples, responseExamples } from "./openapi-examples.ts";
import type { Param } from "./params.ts";
import { defaultContentTiers, type Tier } from "./prices.ts";
import { HTTPValidationError, type ProblemCode, ProblemDetails, problemTable, problemType } from "./problems.ts";
import * as r from "./resources.ts";

/** Generates the OpenAPI 3.1 document from the endpoint table and the records, so that nothing is written twice. */

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  readonly version?: string;
  /** The base URL that callers use; where unknown, URLs are relative to the document. */
  readonly publicUrl?: string;
  /** The content tiers, where the service was set up with its own. */
  readonly contentTiers?: readonly Tier[];
}

interface Printing {
  readonly baseUrl: string;
  readonly contentTiers: readonly Tier[];
}

export function openApiDocument(options: OpenApiOptions = {}): Json {
  const baseUrl = options.publicUrl ?? "";
  const printing = { baseUrl, contentTiers: options.contentTiers ?? defaultContentTiers };
  const paths: Record<string, Json> = {};
  for (const name of endpointNames) {
    const { method, path } = endpointOf(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, printing) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Disclosure search service",
      version: options.version ?? "1",
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl === "" ? "/" : baseUrl }],
    security: [{ apiKey: [] }],
    tags: [
      { name: "Catalog", description: "0 credits: find documents and see what can be fetched." },
      { name: "Delivery", description: "Credits, charged on 2xx alone: search, text, page images, originals." },
      {
        name: "Extensions",
        description: "0 credits: what this service has beyond the interface. Another service answers 404.",
      },
      { name: "Health", description: "For load balancers; no key, never metered." },
    ],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "`Authorization: Bearer <key>`; the scheme word in any case.",
        },
      },
      schemas: schemas(),
      headers: responseHeaders,
      parameters: { IdempotencyKey: idempotencyKey },
    },
  };
}

const description = [
  "Finds disclosure documents and news statements of Japanese listed issuers, and delivers text, page images and originals.",
  "",
  "Catalog endpoints cost nothing. Delivery endpoints cost credits, on a 2xx answer alone. Every endpoint but health takes an API key and counts against its limits.",
  "Arrays are given by repeating the key; unknown parameters are refused, so that a typo never widens a paid request.",
  "Clients branch on the `code` of a problem; unknown codes are generic errors.",
].join("\n");

/** All schemas of the interface by name: those that the records module exports, and the two error bodies. */
const records: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(
    Object.entries(r).flatMap(([name, record]) => (record instanceof z.ZodType ? [[name, record] as const] : [])),
  ),
  ProblemDetails,
  HTTPValidationError,
};

function schemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(records)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { uri: refOf, io: "output" });
  return Object.fromEntries(Object.entries(made.schemas).map(([id, schema]) => [id, bare(schema)]));
}

const refOf = (id: string) => `#/components/schemas/${id}`;

/** Readers ignore unknown fields, so schemas allow additional properties, which may be added later. */
function bare(schema: object): Json {
  const copy: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$schema" || key === "$id" || (key === "additionalProperties" && value === false)) continue;
    copy[key] = Array.isArray(value)
      ? value.map((each: unknown) => (isObject(each) ? bare(each) : each))
      : isObject(value)
        ? bare(value)
        : value;
  }
  // A tuple's length says that nothing follows; generators of clients can't read a schema that is `false`.
  if (copy["prefixItems"] !== undefined && copy["items"] === false) delete copy["items"];
  // The bounds of safe integers are left out: they say nothing about the interface.
  if (copy["maximum"] === Number.MAX_SAFE_INTEGER) delete copy["maximum"];
  if (copy["minimum"] === Number.MIN_SAFE_INTEGER) delete copy["minimum"];
  return copy;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameOf(schema: z.ZodType): string {
  const found = Object.entries(records).find(([, record]) => record === schema);
  if (found === undefined) throw new Error("A response of the endpoint table is no named record.");
  return found[0];
}

function operationOf(name: EndpointName, printing: Printing): Json {
  const endpoint = endpointOf(name);
  const operation: Json = {
    operationId: name,
    summary: endpoint.summary,
    description: [costLine(endpoint, printing), endpoint.extension ?? []].flat().join("\n\n"),
    tags: [tagOf(endpoint)],
    parameters: parametersOf(endpoint),
    responses: responsesOf(name, endpoint, printing.baseUrl),
    "x-credits": creditsOf(endpoint, printing),
  };
  if (endpoint.auth === "health") operation["security"] = [];
  if (endpoint.body !== undefined) operation["requestBody"] = bodyOf(name, endpoint.body);
  return operation;
}

function tagOf(endpoint: Endpoint): string {
  if (endpoint.auth === "health") return "Health";
  if (isExtension(endpoint)) return "Extensions";
  return isPaid(endpoint) ? "Delivery" : "Catalog";
}

/** The price in a form for programs: a number, or the tiers by the length of `content`. */
function creditsOf({ cost }: Endpoint, { contentTiers }: Printing): number | readonly Tier[] {
  if (cost.kind === "free") return 0;
  return cost.kind === "fixed" ? cost.credits : contentTiers;
}

function costLine({ cost, auth }: Endpoint, { contentTiers }: Printing): string {
  if (auth === "health") return "Needs no key and is never metered.";
  if (cost.kind === "free") return "Costs no credits.";
  if (cost.kind === "fixed") return `Costs ${cost.credits} ${cost.credits === 1 ? "credit" : "credits"}.`;
  const prices = contentTiers.map(({ max_characters, credits }) =>
    max_characters === null
      ? `${credits} for more`
      : `${credits} credits for up to ${max_characters.toLocaleString("en-US")} characters of \`content\``,
  );
  return `Costs ${prices.join(", ")}; the table of contents tells the tiers too.`;
}

function parametersOf(endpoint: Endpoint): Json[] {
  const of = (place: "path" | "query", params: Readonly<Record<string, Param<unknown>>>) =>
    Object.entries(params).map(([name, param]) => ({
      name,
      in: place,
      required: param.required,
      description: param.description,
      ...(param.array ? { style: "form", explode: true } : {}),
      schema: schemaOf(param),
    }));
  const parameters: Json[] = [...of("path", endpoint.pathParams), ...of("query", endpoint.query)];
  if (isPaid(endpoint)) parameters.push({ $ref: "#/components/parameters/IdempotencyKey" });
  return parameters;
}

function schemaOf(param: Param<unknown>): Json {
  const schema = bare(z.toJSONSchema(param.schema, { io: "output" }));
  return param.fallback === undefined ? schema : { ...schema, default: param.fallback };
}

function bodyOf(name: EndpointName, params: Readonly<Record<string, Param<unknown>>>): Json {
  const properties = Object.entries(params).map(([key, param]) => {
    const schema = schemaOf(param);
    // Only dates accept null, which means absent.
    const nullable = schema["format"] === "date" ? { ...schema, type: ["string", "null"] } : schema;
    return [key, { ...nullable, description: param.description }] as const;
  });
  const required = Object.entries(params).flatMap(([key, param]) => (param.required ? [key] : []));
  const schema = { type: "object", required, properties: Object.fromEntries(properties), additionalProperties: false };
  return { required: true, content: { "application/json": { schema, example: requestExamples[name] } } };
}

function responsesOf(name: EndpointName, endpoint: Endpoint, baseUrl: string): Json {
  const responses: Json = { 200: successOf(name, endpoint) };
  if (endpoint.auth === "health") {
    for (const [status, codes] of problemsByStatus(transportProblems))
      responses[status] = problemResponse(status, codes, baseUrl);
    const { otherStatus, response } = endpoint;
    if (otherStatus !== undefined && response instanceof z.ZodType)
      responses[otherStatus.status] = {
        ...jsonResponse(otherStatus.description, nameOf(response), undefined),
        headers: headersOf(["X-Request-Id"]),
      };
    return responses;
  }
  if (hasValidator(endpoint))
    responses["304"] = { description: "Not changed since the ETag sent.", headers: headersOf(limitHeaders) };
  const codes = [
    ...endpoint.problems,
    ...commonProblems,
    ...transportProblems,
    "service_starting",
    "standing_limit_reached",
    "service_busy",
  ] as const;
  for (const [status, each] of problemsByStatus(codes)) responses[status] = problemResponse(status, each, baseUrl);
  responses["422"] = {
    ...jsonResponse("Wrong types or missing fields: all failures of the request at once.", "HTTPValidationError", {
      detail: [{ loc: ["query", "limit"], msg: "Input should be a valid integer", type: "int_parsing" }],
    }),
    headers: headersOf(limitHeaders),
  };
  return responses;
}

function successOf(name: EndpointName, endpoint: Endpoint): Json {
  const headers = headersOf([
    "X-Request-Id",
    ...(endpoint.auth === "health" ? [] : limitHeaders.slice(1)),
    ...(isPaid(endpoint) ? paidHeaders : hasValidator(endpoint) ? ["ETag"] : []),
    ...(endpoint.headers ?? []),
  ]);
  if (isBinary(endpoint)) {
    const schema = { type: "string", contentEncoding: "binary" };
    const content = Object.fromEntries(endpoint.response.binary.map((mediaType) => [mediaType, { schema }]));
    return { description: "The file.", headers, content };
  }
  if (!(endpoint.response instanceof z.ZodType)) throw new Error(`${name} has no response record.`);
  return { ...jsonResponse("Done.", nameOf(endpoint.response), responseExamples[name]), headers };
}

function jsonResponse(text: string, schema: string, example: unknown): Json {
  const content = { schema: { $ref: refOf(schema) }, ...(example === undefined ? {} : { example }) };
  return { description: text, content: { "application/json": content } };
}

function problemsByStatus(codes: readonly ProblemCode[]): Map<string, ProblemCode[]> {
  const byStatus = new Map<string, ProblemCode[]>();
  for (const code of codes) {
    const status = String(problemTable[code].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function problemResponse(status: string, codes: readonly ProblemCode[], baseUrl: string): Json {
  const examples = Object.fromEntries(
    codes.map((code) => {
      const { title } = problemTable[code];
      const value = { type: problemType(baseUrl, code), title, status: Number(status), code, detail: `${title}.` };
      return [code, { summary: title, value: { ...value, ...problemExamples[code] } }];
    }),
  );
  const waits = codes.some((code) => mayBeAskedAgain.has(code));
  const names = [
    ...(headersBeforeTheKey.has(status) ? ["X-Request-Id"] : limitHeaders),
    ...(waits ? ["Retry-After"] : []),
  ];
  return {
    description: codes.map((code) => `\`${code}\``).join(", "),
    headers: headersOf(names),
    content: { "application/problem+json": { schema: { $ref: refOf("ProblemDetails") }, examples } },
  };
}

/** Fields that a problem adds to those of every problem. */
const problemExamples: Readonly<Partial<Record<ProblemCode, Json>>> = {
  content_not_available: { document_id: "S100HK01", content_status: "pending_release", retry_after_seconds: 3600 },
  quota_exceeded: { credits_required: 4, credits_remaining: 1 },
  quote_limit_reached: { retry_after_seconds: 25_200 },
  standing_limit_reached: { retry_after_seconds: 25_200 },
};

/** Problems that may have a `Retry-After` header. */
const mayBeAskedAgain: ReadonlySet<ProblemCode> = new Set([
  "content_not_available",
  "idempotency_in_progress",
  "quota_exceeded",
  "quote_limit_reached",
  "rate_limit_exceeded",
  "service_busy",
  "service_starting",
]);

/** Answered before the key is identified, and so without the headers of its limits. */
const headersBeforeTheKey: ReadonlySet<string> = new Set(["401", "408", "431", "503"]);

const headersOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const header = (text: string, type: "string" | "integer" = "string") => ({ description: text, schema: { type } });

const responseHeaders = {
  "X-Request-Id": header("Names this answer; tell it when you ask for help."),
  "RateLimit-Policy": header(
    'Limits of the key as `"minute";q=600;w=60, "day";q=5000;w=86400`: requests in a window of seconds (draft-ietf-httpapi-ratelimit-headers). An addition of this service.',
  ),
  RateLimit: header(
    'What is left of them as `"minute";r=599;t=42`: requests, and seconds until the window ends. An addition of this service.',
  ),
  "X-RateLimit-Limit": header("Requests a minute.", "integer"),
  "X-RateLimit-Remaining": header("Requests left in this minute.", "integer"),
  "X-RateLimit-Reset": header("When the minute ends, in epoch seconds.", "integer"),
  "X-Quota-Catalog-Limit": header("Requests a Japanese calendar day; absent without a cap.", "integer"),
  "X-Quota-Catalog-Remaining": header("Requests left today; absent without a cap.", "integer"),
  "X-Quota-Catalog-Reset": header("When the day ends, in epoch seconds; absent without a cap.", "integer"),
  "X-Quota-Compute-Limit": header("Credits granted; absent without a cap.", "integer"),
  "X-Quota-Compute-Remaining": header("Credits left; absent without a cap.", "integer"),
  "X-Idempotency-Retention": header("Seconds for which an Idempotency-Key is honoured.", "integer"),
  "X-Credits-Charged": header("Credits that this answer cost; 0 where it was replayed.", "integer"),
  "Idempotency-Replayed": header("`true` where the answer was stored by an earlier request under the same key."),
  "X-Charged-Request-Id": header(
    "The `X-Request-Id` of the answer that was charged, also where that answer is repeated. An addition of this service.",
  ),
  "Accept-Ranges": header("Always `none`: a part would be charged again."),
  "Retry-After": header("Seconds to wait.", "integer"),
  ETag: header("Weak validator of the answer."),
  "Content-Disposition": header("`attachment` with the listed file name."),
  "X-Search-Engine": header("Which engine ranked the hits."),
  "X-Search-Behind": header(
    "An addition of this service: publications within the filter that search does not find yet; absent where it finds all. Once they have been waiting for a minute the search is 504 and uncharged.",
    "integer",
  ),
};

const limitHeaders: readonly (keyof typeof responseHeaders)[] = [
  "X-Request-Id",
  "RateLimit-Policy",
  "RateLimit",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Quota-Catalog-Limit",
  "X-Quota-Catalog-Remaining",
  "X-Quota-Catalog-Reset",
  "X-Quota-Compute-Limit",
  "X-Quota-Compute-Remaining",
  "X-Idempotency-Retention",
];
const paidHeaders: readonly (keyof typeof responseHeaders)[] = [
  "X-Credits-Charged",
  "Idempotency-Replayed",
  "X-Charged-Request-Id",
  "Accept-Ranges",
];

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Kept with the first 2xx for 30 days: the same request again is answered from the store and costs nothing; another request under the same key is 409.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
};
