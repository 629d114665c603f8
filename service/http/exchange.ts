import type { EndpointName } from "../../lib/contract/endpoints.ts";
import type { Trace } from "../../lib/kit/process/trace.ts";
import type { ApiKey, Counted, Credits } from "../storage/ports.ts";

/** One request in progress: what is known of it so far, and the headers of its answer. */
export interface Exchange {
  readonly requestId: string;
  /** Of the trace that the caller named. */
  readonly traceId: string | undefined;
  readonly startedMs: number;
  readonly headers: Record<string, string>;
  endpoint: EndpointName | undefined;
  key: ApiKey | undefined;
  /** Fingerprint of the presented key, valid or not. */
  keyFingerprint: string | undefined;
  problem: string | undefined;
  credits: number;
  replayed: boolean;
  /** The cause of an internal error, for the log only. */
  cause: unknown;
}

/** Only these fields go to log and metrics, nothing of the request itself. */
export interface ExchangeRecord {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly method: string;
  readonly endpoint: EndpointName | "none";
  readonly status: number;
  readonly problem: string | undefined;
  readonly keyId: string | undefined;
  readonly keyFingerprint: string | undefined;
  readonly credits: number;
  readonly replayed: boolean;
  readonly durationMs: number;
  readonly cause: unknown;
}

export function newExchange(requestId: string, caller?: Trace): Exchange {
  return {
    requestId,
    traceId: caller?.traceId,
    startedMs: performance.now(),
    headers: { "X-Request-Id": requestId, "X-Content-Type-Options": "nosniff" },
    endpoint: undefined,
    key: undefined,
    keyFingerprint: undefined,
    problem: undefined,
    credits: 0,
    replayed: false,
    cause: undefined,
  };
}

/**
 * Beside the interface's own names, the fields of draft-ietf-httpapi-ratelimit-headers: lists of structured fields, with
 * seconds until the reset instead of a time.
 */
export function setLimitHeaders(headers: Record<string, string>, counted: Counted, nowMs: number): void {
  const policies = [`"minute";q=${counted.minute.limit};w=60`];
  const states = [`"minute";r=${counted.minute.remaining};t=${secondsUntil(counted.minute.resetAtMs, nowMs)}`];
  if (counted.day !== undefined) {
    policies.push(`"day";q=${counted.day.limit};w=86400`);
    states.push(`"day";r=${counted.day.remaining};t=${secondsUntil(counted.day.resetAtMs, nowMs)}`);
  }
  headers["RateLimit-Policy"] = policies.join(", ");
  headers["RateLimit"] = states.join(", ");
  headers["X-RateLimit-Limit"] = String(counted.minute.limit);
  headers["X-RateLimit-Remaining"] = String(counted.minute.remaining);
  headers["X-RateLimit-Reset"] = String(counted.minute.resetAtMs / 1000);
  if (counted.day === undefined) return;
  headers["X-Quota-Catalog-Limit"] = String(counted.day.limit);
  headers["X-Quota-Catalog-Remaining"] = String(counted.day.remaining);
  headers["X-Quota-Catalog-Reset"] = String(counted.day.resetAtMs / 1000);
}

const secondsUntil = (atMs: number, nowMs: number) => Math.max(0, Math.ceil((atMs - nowMs) / 1000));

/** Credits granted here never renew, so there is no reset to announce. */
export function setCreditHeaders(headers: Record<string, string>, credits: Credits | null): void {
  if (credits === null) return;
  headers["X-Quota-Compute-Limit"] = String(credits.granted);
  headers["X-Quota-Compute-Remaining"] = String(credits.balance);
}
