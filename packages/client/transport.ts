import type { WireRequest } from "../../lib/contract/client.ts";
import { resetTime } from "../../lib/kit/retry/limits.ts";
import { retryAfterMs } from "../../lib/kit/retry/retry-after.ts";
import type { Attempt } from "../../lib/kit/retry/verdict.ts";
import { ownProblem, type Problem, readRefusal } from "./problem.ts";

/** One request and its answer over `fetch`. What may follow a failure is decided by the caller. */

export interface Transport {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly authorization: string;
  /** From sending a request to the last byte of its answer. */
  readonly timeoutMs: number;
  /** A longer answer is refused, so that a hostile service can't fill the memory. */
  readonly answerBytesMax: number;
  readonly nowMs: () => number;
}

export interface Received {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly bytes: Uint8Array;
}

export interface Sent {
  readonly attempt: Attempt<Problem>;
  /** Null where there was no answer. */
  readonly header: ((name: string) => string | null) | null;
  /** The answer of a 2xx that arrived in full. */
  readonly received: Received | undefined;
}

const problemBytesMax = 64 * 1024;

export async function sendOnce(
  transport: Transport,
  wire: WireRequest,
  headers: Readonly<Record<string, string>>,
  caller: AbortSignal | undefined,
): Promise<Sent> {
  if (caller?.aborted) {
    const problem = ownProblem("stopped", "The caller stopped the call; nothing was sent.");
    return { attempt: { kind: "not_sent", problem }, header: null, received: undefined };
  }
  const deadline = startDeadline(transport.timeoutMs, caller);
  try {
    return await exchange(transport, wire, headers, deadline);
  } finally {
    deadline.end();
  }
}

async function exchange(
  transport: Transport,
  wire: WireRequest,
  headers: Readonly<Record<string, string>>,
  deadline: Deadline,
): Promise<Sent> {
  let response: Response;
  try {
    response = await transport.fetch(transport.baseUrl + wire.target, {
      method: wire.method,
      headers: {
        ...(wire.body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
        authorization: transport.authorization,
      },
      body: wire.body ?? null,
      // A key is sent to no other address, and a paid answer comes from no cache.
      redirect: "manual",
      cache: "no-store",
      credentials: "omit",
      signal: deadline.signal,
    });
  } catch (error) {
    return { attempt: withoutAnswer(error, deadline), header: null, received: undefined };
  }
  const header = (name: string) => response.headers.get(name);
  const requestId = header("x-request-id");
  // A browser hides a redirect that it did not follow behind status 0.
  const status = response.type === "opaqueredirect" ? 302 : response.status;
  const bytes = await readBody(response, response.ok ? transport.answerBytesMax : problemBytesMax);
  if (response.ok) {
    if ("bytes" in bytes) {
      return { attempt: { kind: "delivered" }, header, received: { status, header, bytes: bytes.bytes } };
    }
    const detail = bytes.tooLong ? "The answer is too long." : "The answer broke off.";
    const problem = ownProblem(bytes.tooLong ? "unreadable_answer" : "broke_off", detail, requestId);
    return { attempt: { kind: "broken", problem }, header, received: undefined };
  }
  const pauseMs = pauseOf(status, header, transport.nowMs());
  const { problem, fromService } = readRefusal({
    status,
    requestId,
    retryAfterSeconds: pauseMs === undefined ? null : Math.ceil(pauseMs / 1000),
    body: "bytes" in bytes ? new TextDecoder().decode(bytes.bytes) : "",
  });
  return { attempt: { kind: "refused", problem, fromService, pauseMs }, header, received: undefined };
}

function pauseOf(status: number, header: (name: string) => string | null, nowMs: number): number | undefined {
  const asked = retryAfterMs(header("retry-after"), nowMs);
  if (asked !== undefined || status !== 429) return asked;
  const reset = resetTime(header("x-ratelimit-reset"), nowMs);
  return reset === null ? undefined : Math.max(0, reset - nowMs);
}

function withoutAnswer(error: unknown, deadline: Deadline): Attempt<Problem> {
  if (neverConnected(error)) {
    return { kind: "not_sent", problem: ownProblem("unreachable", "The service can't be reached.") };
  }
  if (deadline.isOver())
    return { kind: "lost", problem: ownProblem("timed_out", "The service did not answer in time.") };
  if (deadline.signal.aborted) return { kind: "lost", problem: ownProblem("stopped", "The caller stopped the call.") };
  return { kind: "lost", problem: ownProblem("unreachable", "The connection to the service broke.") };
}

/** Codes of Node's `fetch` where no byte of the request was sent. A browser tells none, so there it may have been. */
const beforeSending = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const { code } = (typeof cause === "object" && cause !== null ? cause : {}) as { readonly code?: unknown };
  return typeof code === "string" && beforeSending.has(code);
}

async function readBody(
  response: Response,
  bytesMax: number,
): Promise<{ readonly bytes: Uint8Array } | { readonly tooLong: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const reader = response.body?.getReader();
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) break;
      size += next.value.byteLength;
      if (size > bytesMax) {
        await reader?.cancel();
        return { tooLong: true };
      }
      chunks.push(next.value);
    }
  } catch {
    return { tooLong: false };
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  const announced = response.headers.get("content-encoding") === null ? response.headers.get("content-length") : null;
  return announced !== null && Number(announced) !== size ? { tooLong: false } : { bytes };
}

interface Deadline {
  readonly signal: AbortSignal;
  isOver(): boolean;
  end(): void;
}

/** `AbortSignal.timeout` would hold request and answer in memory until its time has passed. */
function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const stop = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    stop.abort();
  }, timeoutMs);
  const leave = () => stop.abort();
  caller?.addEventListener("abort", leave, { once: true });
  return {
    signal: stop.signal,
    isOver: () => over,
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", leave);
    },
  };
}
