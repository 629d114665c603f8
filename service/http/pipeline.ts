import {
  type EndpointInput,
  type EndpointName,
  type EndpointOf,
  endpointNames,
  endpointOf,
  hasValidator,
} from "../../lib/contract/endpoints.ts";
import { parseRequest, type RawRequest } from "../../lib/contract/parse-request.ts";
import { createRouter, type Route } from "../../lib/contract/router.ts";
import { isDecodable } from "../../lib/kit/process/sockets.ts";
import { openSpan } from "../../lib/kit/process/spans.ts";
import { readTraceparent } from "../../lib/kit/process/trace.ts";
import { retryMsOf } from "../../lib/kit/workers/errors.ts";
import type { Metering } from "../domain/credits/metering.ts";
import type { EndpointDeps, FreeHandler, PaidHandler } from "../endpoints/handler.ts";
import { handlers } from "../endpoints/table.ts";
import type { ApiKey } from "../storage/ports.ts";
import { type Admission, admit, readingAhead } from "./authenticate.ts";
import { readBody } from "./body.ts";
import { type Client, ClientGone } from "./client.ts";
import { type Exchange, type ExchangeRecord, newExchange } from "./exchange.ts";
import { catalogReply, privateReply } from "./free.ts";
import { isOperatorPath, type OperatorDeps, operatorReply } from "./operator.ts";
import { paidReply, readIdempotencyKey } from "./paid.ts";
import { notFound, Problem, problemBody, ValidationProblem } from "./problem.ts";
import type { PublicPage } from "./reference.ts";
import type { Incoming, Reply } from "./wire.ts";

/**
 * The order in which every request is checked: authenticate (unknown paths too), entitlement, rate limit, daily quota,
 * validate, idempotency lookup, exists, deliverable, reserve, backend, settle. An unauthenticated caller learns nothing
 * of what exists; nothing before the last step costs credits.
 */
export interface PipelineDeps extends EndpointDeps, Admission, OperatorDeps {
  readonly metering: Metering;
  readonly publicUrl: () => string;
  readonly newRequestId: () => string;
  readonly observe: (record: ExchangeRecord) => void;
  /** Undefined where the catalog can't tell cheaply whether it has changed. */
  /** Pages that need no key, such as the reference. */
  readonly publicPage: PublicPage;
}

export type Pipeline = (incoming: Incoming) => Promise<Reply>;

const headerBytesMax = 16 * 1024;
/** For the log and the metrics alone, as proxies have it: there is nobody to be answered. */
const clientGoneStatus = 499;
const route = createRouter(endpointNames);
const noQuery = new URLSearchParams();

export function createPipeline(deps: PipelineDeps): Pipeline {
  return async (incoming) => {
    const caller = readTraceparent(incoming.header("traceparent"));
    const exchange = newExchange(deps.newRequestId(), caller);
    const span = openSpan(incoming.method, "server", caller, { "http.request.method": incoming.method });
    let reply: Reply;
    try {
      reply = await answer(deps, exchange, incoming);
    } catch (error) {
      reply = refusal(deps, exchange, error);
    }
    const record = recordOf(exchange, incoming.method, reply.status);
    deps.observe(record);
    const failure = record.problem === undefined ? {} : { "error.type": record.problem };
    const attributes = { "http.route": record.endpoint, ...failure };
    span?.end(reply.status, { name: `${incoming.method} ${record.endpoint}`, attributes });
    return reply;
  };
}

async function answer(deps: PipelineDeps, exchange: Exchange, incoming: Incoming): Promise<Reply> {
  const { method, target } = incoming;
  if (target.length > headerBytesMax || incoming.headerBytes > headerBytesMax) {
    throw new Problem("headers_too_large", `Headers and path may have ${headerBytesMax} bytes at the most.`);
  }
  const question = target.indexOf("?");
  const pathname = question < 0 ? target : target.slice(0, question);
  const found = route(method, pathname);
  let page: Reply | undefined;
  if (found.kind === "endpoint") {
    exchange.endpoint = found.name;
    if (isHealth(found.name)) return healthReply(deps, exchange, incoming, found.name);
  } else {
    if (isOperatorPath(pathname)) return operatorReply(deps, exchange, incoming, pathname);
    page = deps.publicPage(pathname);
    if (page !== undefined && (method === "GET" || method === "HEAD")) {
      const headers = { ...page.headers, "X-Request-Id": exchange.requestId };
      return { ...page, headers, body: method === "HEAD" ? null : page.body };
    }
  }
  const authorization = incoming.header("authorization");
  const query = question < 0 ? noQuery : new URLSearchParams(target.slice(question + 1));
  const ahead = found.kind === "endpoint" ? readingAhead(deps, authorization) : undefined;
  const begin = () => ({
    admission: admit(deps, exchange, authorization, incoming.address),
    early:
      found.kind === "endpoint" && ahead !== undefined
        ? readEarly(found.name, deps, incoming, { path: found.path, query, body: undefined })
        : undefined,
  });
  const { admission, early } = ahead === undefined ? begin() : ahead.together(begin);
  const key = await admission;
  if (!isDecodable(pathname)) throw new Problem("malformed_request", "The path can't be percent-decoded.");
  const { name, path } = endpointOfRoute(page === undefined ? found : { kind: "wrong_method", allow: "GET, HEAD" });
  const body = endpointOf(name).body === undefined ? undefined : await readBody(incoming);
  return await dispatch(name, deps, exchange, incoming, key, { path, query, body }, early);
}

async function dispatch<N extends EndpointName>(
  name: N,
  deps: PipelineDeps,
  exchange: Exchange,
  incoming: Incoming,
  key: ApiKey,
  raw: RawRequest,
  early: Promise<unknown> | undefined,
): Promise<Reply> {
  const handler = handlers[name];
  if (handler.kind === "free") {
    const input = validated(name, raw);
    const value = await (early ?? handler.respond(input, deps, key.id, incoming));
    if (!hasValidator(endpointOf(name))) return privateReply(exchange.headers, value);
    return catalogReply(incoming, exchange.headers, value);
  }
  const input = validated(name, raw);
  const idempotencyKey = readIdempotencyKey(incoming);
  return paidReply(name, handler, input, {
    ...{ exchange, key, idempotencyKey, metering: deps.metering, deps },
    client: incoming,
  });
}

/**
 * Begins to read for a key that was valid a moment ago, while it is admitted: over a network both take one round trip
 * instead of two. Only what reads the catalog and belongs to no key; the answer is dropped where the key is refused.
 */
function readEarly<N extends EndpointName>(
  name: N,
  deps: PipelineDeps,
  client: Client,
  raw: RawRequest,
): Promise<unknown> | undefined {
  const handler = handlers[name];
  if (handler.kind !== "free" || !hasValidator(endpointOf(name))) return undefined;
  const parsed = parseRequest(name, raw);
  if (!("input" in parsed)) return undefined;
  const reading = handler.respond(parsed.input, deps, "", client);
  // Told where it is awaited, if it is.
  reading.catch(() => {});
  return reading;
}

function validated<N extends EndpointName>(name: N, raw: RawRequest): EndpointInput<N> {
  const parsed = parseRequest(name, raw);
  if ("failures" in parsed) throw new ValidationProblem(parsed.failures);
  if ("problem" in parsed) throw new Problem(parsed.problem.code, parsed.problem.detail);
  return parsed.input;
}

function endpointOfRoute(found: Route): Extract<Route, { kind: "endpoint" }> {
  if (found.kind === "endpoint") return found;
  if (found.kind === "unknown") throw notFound("There is no such path.");
  throw new Problem("method_not_allowed", `This path answers to ${found.allow}.`, { headers: { Allow: found.allow } });
}

type HealthName = { [N in EndpointName]: EndpointOf<N>["auth"] extends "health" ? N : never }[EndpointName];

const isHealth = (name: EndpointName): name is HealthName => endpointOf(name).auth === "health";

async function healthReply(
  deps: PipelineDeps,
  exchange: Exchange,
  incoming: Incoming,
  name: HealthName,
): Promise<Reply> {
  const handler: FreeHandler<HealthName> | PaidHandler<HealthName> = handlers[name];
  if (handler.kind === "paid") throw new Error(`${name} is priced and needs no key.`);
  const state = await handler.respond({}, deps, "", incoming);
  const status = state.status === "ok" ? 200 : 503;
  const headers = { ...exchange.headers, "Content-Type": "application/json", "Cache-Control": "no-store" };
  return { status, headers, body: incoming.method === "HEAD" ? null : JSON.stringify(state) };
}

export function refusal(deps: Pick<PipelineDeps, "publicUrl">, exchange: Exchange, error: unknown): Reply {
  const headers = { ...exchange.headers, "Cache-Control": "no-store" };
  if (error instanceof ValidationProblem) {
    exchange.problem = "validation";
    const body = JSON.stringify({ detail: error.failures });
    return { status: 422, headers: { ...headers, "Content-Type": "application/json" }, body };
  }
  if (error instanceof ClientGone) {
    exchange.problem = "client_gone";
    return { status: clientGoneStatus, headers, body: null };
  }
  const known = error instanceof Problem ? error : busyProblem(error);
  const problem = known ?? new Problem("internal_error", "The service failed; nothing was charged.");
  exchange.cause = known === undefined ? error : known.cause;
  exchange.problem = problem.code;
  return {
    status: problem.status,
    headers: { ...headers, ...problem.headers, "Content-Type": "application/problem+json" },
    body: problemBody(problem, deps.publicUrl(), exchange.requestId),
  };
}

export function recordOf(exchange: Exchange, method: string, status: number): ExchangeRecord {
  return {
    requestId: exchange.requestId,
    traceId: exchange.traceId,
    method,
    endpoint: exchange.endpoint ?? "none",
    status,
    problem: exchange.problem,
    keyId: exchange.key?.id,
    keyFingerprint: exchange.keyFingerprint,
    credits: exchange.credits,
    replayed: exchange.replayed,
    durationMs: performance.now() - exchange.startedMs,
    cause: exchange.cause,
  };
}

/**
 * The problem of work that waited too long: for a thread whose queue is full, or beyond its deadline. Nothing is broken,
 * so that it is never a 500; undefined for any other error.
 */
function busyProblem(error: unknown): Problem | undefined {
  const retryMs = retryMsOf(error);
  if (retryMs === undefined) return undefined;
  const headers = { "Retry-After": String(Math.ceil(retryMs / 1000)) };
  return new Problem("service_busy", "Too much is asked for just now; nothing was charged.", { headers, cause: error });
}
