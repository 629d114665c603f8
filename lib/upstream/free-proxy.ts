import { Readable } from "node:stream";
import { toWireRequest } from "../contract/client.ts";
import { type EndpointInput, type FreeEndpointName, freeEndpointNames } from "../contract/endpoints.ts";
import { parseRequest, type RawRequest } from "../contract/parse-request.ts";
import { problemTable } from "../contract/problems.ts";
import { createRouter } from "../contract/router.ts";
import { refuseWhileAway, reportingTimeout } from "./page-wait.ts";
import { ProblemError } from "./problem-error.ts";
import { withRetries } from "./retries.ts";
import { sendToUpstream, throwProblem, type UpstreamAnswer } from "./send.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Relays the free endpoints to the browser, by the contract's table: the path of a request only selects a row, and the
 * request to the service is built from that row. Paid endpoints have no row here.
 */

const freeRoute = createRouter(freeEndpointNames);

/** Finds the row for a path such as `/v1/documents/S100ABCD/toc`, still percent-encoded. */
export function matchFree(encodedPath: string) {
  const found = freeRoute("GET", encodedPath);
  return found.kind === "endpoint" ? found : undefined;
}

/** Headers about the answer or the key; all others are dropped. */
const relayedHeaders = [
  "content-type",
  "content-encoding",
  "content-length",
  "x-request-id",
  "ratelimit",
  "ratelimit-policy",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-quota-catalog-limit",
  "x-quota-catalog-remaining",
  "x-quota-catalog-reset",
  "x-quota-compute-limit",
  "x-quota-compute-remaining",
  "x-quota-compute-reset",
] as const;

const encodings = /\b(?:gzip|br|deflate|zstd)\b/g;

interface Ask {
  readonly upstream: Upstream;
  readonly encodedPath: string;
  readonly query: URLSearchParams;
  readonly acceptEncoding: string | null;
  readonly signal: AbortSignal;
}

/** Relays one free call. Throws ProblemError for any other answer than success. */
export async function relayFree({ upstream, encodedPath, query, acceptEncoding, signal }: Ask): Promise<Response> {
  const match = matchFree(encodedPath);
  if (match === undefined) throw refusal("not_found", "There is no such free endpoint.");
  const wire = toWireRequest(match.name, freeRequest(match.name, { path: match.path, query }));
  const wanted = acceptEncoding?.match(encodings)?.join(", ");
  const headers = wanted === undefined ? {} : { "accept-encoding": wanted };

  const stop = new AbortController();
  const leave = () => stop.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  await refuseWhileAway(upstream);
  const { service, baseUrl } = upstream;
  const { apiTimeoutMs: deadlineMs } = service.settings;
  const retry = { service: baseUrl, buckets: service.retries, deadlineMs, signal: stop.signal };
  const answer = await reportingTimeout(upstream, () =>
    withRetries(retry, async () => {
      const got = await sendToUpstream(upstream, wire, { kind: "free", headers, signal: stop.signal });
      return got.status === 200 ? got : throwProblem(upstream, got, { kind: "free" });
    }),
  );
  return relay(answer, stop);
}

/** A browser's request for a free endpoint, read by the contract's table. Throws ProblemError where it can't be one. */
export function freeRequest<N extends FreeEndpointName>(name: N, asked: RawRequest): EndpointInput<N> {
  const parsed = parseRequest(name, asked);
  if ("failures" in parsed) {
    const detail = parsed.failures.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    throw new ProblemError({ status: 422, code: "validation_failed", detail }, { neverStarted: true });
  }
  if ("problem" in parsed) throw refusal(parsed.problem.code, parsed.problem.detail);
  return parsed.input;
}

function relay(answer: UpstreamAnswer, stop: AbortController): Response {
  const type = answer.header("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    answer.body.destroy();
    throw new ProblemError({
      status: 502,
      code: "unreadable_answer",
      detail: "The service's answer is not JSON.",
      instance: answer.header("x-request-id"),
    });
  }
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  for (const name of relayedHeaders) {
    const value = answer.header(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(relayedBody(answer.body, stop), { status: 200, headers });
}

/**
 * Relays the bytes unchanged. When the browser disconnects, the request to the service is stopped too, by the signal or
 * the end of the stream.
 */
function relayedBody(body: Readable, stop: AbortController): ReadableStream<Uint8Array> {
  const reader = (Readable.toWeb(body) as ReadableStream<Uint8Array>).getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      stop.abort(reason);
      await reader.cancel(reason).catch(() => undefined);
    },
  });
}

function refusal(code: keyof typeof problemTable, detail: string): ProblemError {
  return new ProblemError({ status: problemTable[code].status, code, detail }, { neverStarted: true });
}
