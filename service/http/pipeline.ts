import { type EndpointInput, type EndpointName, endpointOf } from "../../lib/contract/endpoints.ts";
import { parseRequest, type RawRequest } from "../../lib/contract/parse-request.ts";
import type { Metering } from "../domain/credits/metering.ts";
import type { EndpointDeps } from "../endpoints/handler.ts";
import { health } from "../endpoints/health/handler.ts";
import { ready } from "../endpoints/ready/handler.ts";
import { handlers } from "../endpoints/table.ts";
import type { ApiKey } from "../storage/ports.ts";
import { type Admission, admit } from "./authenticate.ts";
import { readBody } from "./body.ts";
import { type Exchange, type ExchangeRecord, newExchange } from "./exchange.ts";
import { catalogResponse } from "./free.ts";
import { paidResponse, readIdempotencyKey } from "./paid.ts";
import { notFound, Problem, problemBody, ValidationProblem } from "./problem.ts";
import { type Route, route } from "./router.ts";

/**
 * The one order in which every request is judged: authenticate (unknown paths too), entitlement, rate limit, daily
 * quota, validate, idempotency lookup, exists, deliverable, reserve, backend, settle. An unauthenticated caller
 * learns nothing of what exists; nothing before the last step costs credits.
 */
export interface PipelineDeps extends EndpointDeps, Admission {
  readonly metering: Metering;
  readonly publicUrl: () => string;
  readonly newRequestId: () => string;
  readonly observe: (record: ExchangeRecord) => void;
  /** Pages for people and machines that need no key, such as the reference. */
  readonly publicPage: (method: string, pathname: string) => Response | undefined;
}

/** What only a socket knows of a request. */
export interface ConnectionInfo {
  readonly address?: string | undefined;
  readonly headerBytes?: number | undefined;
}

export type Pipeline = (request: Request, info?: ConnectionInfo) => Promise<Response>;

const headerBytesMax = 16 * 1024;

export function createPipeline(deps: PipelineDeps): Pipeline {
  return async (request, info = {}) => {
    const exchange = newExchange(deps.newRequestId());
    let response: Response;
    try {
      response = await answer(deps, exchange, request, info);
    } catch (error) {
      response = refusal(deps, exchange, error);
    }
    deps.observe(recordOf(exchange, request.method, response.status));
    return response;
  };
}

async function answer(
  deps: PipelineDeps,
  exchange: Exchange,
  request: Request,
  info: ConnectionInfo,
): Promise<Response> {
  const { pathname, search } = targetOf(request.url);
  if (pathname.length + search.length > headerBytesMax || headerBytesOf(request, info) > headerBytesMax) {
    throw new Problem("headers_too_large", `Headers and path may have ${headerBytesMax} bytes at the most.`);
  }
  const found = route(request.method, pathname);
  if (found.kind === "endpoint") exchange.endpoint = found.name;
  if (found.kind === "endpoint" && endpointOf(found.name).auth === "health") {
    return healthResponse(deps, exchange, request.method, found.name);
  }
  const page = deps.publicPage(request.method, pathname);
  if (page !== undefined) {
    page.headers.set("X-Request-Id", exchange.requestId);
    return page;
  }

  const key = await admit(deps, exchange, request.headers.get("authorization"), info.address ?? "unknown");
  const { name, path } = endpointOfRoute(found);
  const query = new URLSearchParams(search);
  const body = endpointOf(name).body === undefined ? undefined : await readBody(request);
  return dispatch(name, deps, exchange, request, key, { path, query, body });
}

async function dispatch<N extends EndpointName>(
  name: N,
  deps: PipelineDeps,
  exchange: Exchange,
  request: Request,
  key: ApiKey,
  raw: RawRequest,
): Promise<Response> {
  const input = validated(name, raw);
  const handler = handlers[name];
  if (handler.kind === "free") return catalogResponse(request, exchange.headers, await handler.respond(input, deps));
  const idempotencyKey = readIdempotencyKey(request);
  return paidResponse(name, handler, input, { exchange, key, idempotencyKey, metering: deps.metering, deps });
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

async function healthResponse(
  deps: PipelineDeps,
  exchange: Exchange,
  method: string,
  name: EndpointName,
): Promise<Response> {
  const state = name === "ready" ? await ready.respond({}, deps) : await health.respond({}, deps);
  const status = state.status === "ok" ? 200 : 503;
  const headers = { ...exchange.headers, "Content-Type": "application/json", "Cache-Control": "no-store" };
  return new Response(method === "HEAD" ? null : JSON.stringify(state), { status, headers });
}

function refusal(deps: PipelineDeps, exchange: Exchange, error: unknown): Response {
  const headers = { ...exchange.headers, "Cache-Control": "no-store" };
  if (error instanceof ValidationProblem) {
    exchange.problem = "validation";
    const body = JSON.stringify({ detail: error.failures });
    return new Response(body, { status: 422, headers: { ...headers, "Content-Type": "application/json" } });
  }
  let problem: Problem;
  if (error instanceof Problem) {
    problem = error;
    exchange.cause = error.cause;
  } else {
    problem = new Problem("internal_error", "The service failed; nothing was charged.");
    exchange.cause = error;
  }
  exchange.problem = problem.code;
  return new Response(problemBody(problem, deps.publicUrl(), exchange.requestId), {
    status: problem.status,
    headers: { ...headers, ...problem.headers, "Content-Type": "application/problem+json" },
  });
}

function targetOf(url: string): { readonly pathname: string; readonly search: string } {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (start < 0) return { pathname: "/", search: "" };
  const hash = url.indexOf("#", start);
  const end = hash < 0 ? url.length : hash;
  const question = url.indexOf("?", start);
  if (question < 0 || question > end) return { pathname: url.slice(start, end), search: "" };
  return { pathname: url.slice(start, question), search: url.slice(question + 1, end) };
}

function headerBytesOf(request: Request, info: ConnectionInfo): number {
  if (info.headerBytes !== undefined) return info.headerBytes;
  let bytes = 0;
  for (const [name, value] of request.headers) bytes += name.length + value.length + 4;
  return bytes;
}

function recordOf(exchange: Exchange, method: string, status: number): ExchangeRecord {
  return {
    requestId: exchange.requestId,
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
