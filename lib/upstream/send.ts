import type { Readable } from "node:stream";
import { errors, request } from "undici";
import type { WireRequest } from "../contract/client.ts";
import { openSpan } from "../kit/process/spans.ts";
import { currentTrace, traceHeaders } from "../kit/process/trace.ts";
import { readLimits, resetTime } from "../kit/retry/limits.ts";
import { retryAfterMs } from "../kit/retry/retry-after.ts";
import { ProblemError, problemOfAnswer } from "./problem-error.ts";
import { NotConnected, type Service } from "./service.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Sends one request to the service and returns any answer. No redirect is followed, so that the key is sent to no other
 * address. A 429 pauses the key for all callers.
 */
export interface UpstreamAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** Must be read or destroyed, or the connection is never reused. */
  readonly body: Readable;
}

export interface Send {
  readonly kind: "free" | "paid";
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/** The most requests waiting; an unlimited queue would block every page that waits. */
export const requestsMax = 1_000;
/** Problem documents are small; a longer body is not one. */
const problemBytesMax = 64 * 1024;
const pauseWithoutHintMs = 2_000;

export async function sendToUpstream(upstream: Upstream, wire: WireRequest, send: Send): Promise<UpstreamAnswer> {
  const now = send.now ?? Date.now;
  const { service } = upstream;
  refuseInsidePause(upstream, send.kind, now());
  const timeoutMs = send.timeoutMs ?? service.settings.apiTimeoutMs;
  const availability = service.availabilityOf(upstream.baseUrl);
  refuseTooMany(service);
  const startedAt = availability.now();
  const answer = await dispatch(upstream, wire, send, timeoutMs).catch((error: unknown) => {
    const outcome = error instanceof ProblemError ? error.problem.code : "caller_left";
    service.timeRequest(wire, outcome, availability.now() - startedAt);
    if (error instanceof ProblemError) availability.failed(error.problem, startedAt);
    throw error;
  });
  service.timeRequest(wire, `${Math.floor(answer.statusCode / 100)}xx`, availability.now() - startedAt);
  const header = (name: string): string | null => {
    const value = answer.headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };
  service.keys.rememberLimits(upstream.keyId, readLimits(header, now()));
  const { statusCode: status, body } = answer;
  // A 200 may be a page of another server, so it counts only once it has been read.
  if (status !== 200 && status < 500) availability.answered(availability.now() - startedAt);
  if (status >= 500)
    availability.answeredInvalidly(problemOfAnswer({ status, requestId: null, retryAfterSeconds: null, body: "" }));
  // The reader of the body gets its errors. Where it is destroyed unread, an error without a listener would end the
  // process.
  body.on("error", () => undefined);
  if (status >= 300 && status < 400) {
    body.destroy();
    throw new ProblemError({
      status: 502,
      code: "upstream_redirected",
      detail: "The service points elsewhere, and a key is not sent there. Check HIRAKU_API_URL.",
      instance: header("x-request-id"),
    });
  }
  return { status, header, body };
}

/** Throws the service's problem, and pauses the key where it asked for that. */
export async function throwProblem(
  upstream: Upstream,
  answer: UpstreamAnswer,
  send: Pick<Send, "kind" | "now">,
): Promise<never> {
  const nowMs = (send.now ?? Date.now)();
  const body = await readText(answer.body, problemBytesMax).catch(() => "");
  const waitMs = waitOf(answer, nowMs);
  const problem = problemOfAnswer({
    status: answer.status,
    requestId: answer.header("x-request-id"),
    retryAfterSeconds: waitMs === null ? null : Math.ceil(waitMs / 1000),
    body,
  });
  await upstream.service.noteRefusal(upstream.keyId, problem);
  if (answer.status === 429) {
    const credits = problem.code === "quota_exceeded" && send.kind === "paid";
    const untilMs = nowMs + (waitMs ?? pauseWithoutHintMs);
    upstream.service.keys.pause(upstream.keyId, credits ? "paid" : "all", { untilMs, code: problem.code }, nowMs);
  }
  throw new ProblemError(problem, { neverStarted: answer.status === 429 });
}

/** Reads an answer's whole text. A connection that breaks meanwhile is reported like one that was never made. */
export async function readText(body: Readable, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      size += bytes.length;
      if (size > bytesMax) break;
      chunks.push(bytes);
    }
  } catch (error) {
    const slow = error instanceof DOMException || error instanceof errors.BodyTimeoutError;
    throw transportProblem(error, slow);
  }
  if (size <= bytesMax) return Buffer.concat(chunks).toString("utf8");
  body.destroy();
  throw new ProblemError({ status: 502, code: "unreadable_answer", detail: "The service's answer is too long." });
}

function refuseInsidePause({ service, keyId }: Upstream, kind: "free" | "paid", nowMs: number): void {
  const pause = service.keys.pauseFor(keyId, kind, nowMs);
  if (pause === undefined) return;
  throw new ProblemError(
    {
      status: 429,
      code: pause.code,
      detail: "The service asked for a pause; nothing was sent.",
      retry_after_seconds: Math.max(1, Math.ceil((pause.untilMs - nowMs) / 1000)),
    },
    { neverStarted: true },
  );
}

function waitOf(answer: UpstreamAnswer, nowMs: number): number | null {
  const asked = retryAfterMs(answer.header("retry-after"), nowMs);
  if (asked !== undefined || answer.status !== 429) return asked ?? null;
  const reset = resetTime(answer.header("x-ratelimit-reset"), nowMs);
  return reset === null ? null : Math.max(0, reset - nowMs);
}

function refuseTooMany({ requestsUnderWay }: Service): void {
  if (requestsUnderWay < requestsMax) return;
  const detail = "Too many requests are waiting for the service; nothing was sent.";
  const problem = { status: 503, code: "too_many_requests", detail, retry_after_seconds: 1 };
  throw new ProblemError(problem, { neverStarted: true });
}

async function dispatch(upstream: Upstream, wire: WireRequest, send: Send, timeoutMs: number) {
  const { service } = upstream;
  const deadline = startDeadline(timeoutMs, send.signal);
  service.requestsUnderWay += 1;
  const span = openSpan(wire.method, "client", currentTrace(), { "http.request.method": wire.method });
  const end = (status?: number) => {
    deadline.end();
    service.requestsUnderWay -= 1;
    span?.end(status);
  };
  try {
    const answer = await request(upstream.baseUrl + wire.target, {
      method: wire.method,
      headers: {
        accept: "application/json",
        "user-agent": "hiraku-web",
        ...(wire.body === undefined ? {} : { "content-type": "application/json" }),
        ...traceHeaders(span?.trace),
        ...send.headers,
        // A function, since `$&` in a key would otherwise be read as a pattern.
        authorization: service.settings.apiAuthorization.replace("{key}", () => upstream.key),
      },
      body: wire.body ?? null,
      dispatcher: service.agent,
      signal: deadline.signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    answer.body.once("close", () => end(answer.statusCode));
    return answer;
  } catch (error) {
    end();
    if (send.signal?.aborted) throw error;
    throw transportProblem(error, deadline.isOver());
  }
}

/**
 * Stops a request that takes too long or whose caller disconnects. It is released with the request;
 * `AbortSignal.timeout` would keep request and answer in memory until its time has passed.
 */
function startDeadline(timeoutMs: number, caller: AbortSignal | undefined) {
  const stop = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    stop.abort(new DOMException("The service did not answer in time.", "TimeoutError"));
  }, timeoutMs);
  const leave = () => stop.abort(caller?.reason);
  if (caller?.aborted) leave();
  else caller?.addEventListener("abort", leave, { once: true });
  return {
    signal: stop.signal,
    isOver: () => over,
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", leave);
    },
  };
}

/** Only where no connection was made is it certain that the service did nothing. */
function transportProblem(error: unknown, timedOut: boolean): ProblemError {
  const neverStarted = error instanceof NotConnected;
  const slow = timedOut || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  return slow && !neverStarted
    ? new ProblemError(
        { status: 504, code: "upstream_timeout", detail: "The service did not answer in time." },
        { cause: error },
      )
    : new ProblemError(
        { status: 502, code: "upstream_unreachable", detail: "The service can’t be reached." },
        { cause: error, neverStarted },
      );
}
