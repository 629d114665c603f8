import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** The W3C trace that a request belongs to: its id is logged, and sent on with what the request asks of others. */
export interface Trace {
  readonly traceId: string;
  /** Of this program's part of it, or of the caller's. */
  readonly spanId: string;
  readonly sampled: boolean;
}

/** A version above 00 may say more at its end; ff is none. */
const form =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-[\x21-\x7e]{0,200})?$/;

const current = new AsyncLocalStorage<Trace>();

/** The trace that a caller names in `traceparent`; undefined where the header is not one, which is ignored. */
export function readTraceparent(header: string | null | undefined): Trace | undefined {
  const [, version, traceId, spanId = "", flags = "00"] = form.exec(header ?? "") ?? [];
  if (traceId === undefined || (version === "00" && header?.length !== 55)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Runs a request in a span of the caller's trace, or of a new one. */
export function inTrace<T>(caller: Trace | undefined, work: () => T, span?: Trace): T {
  const { traceId = randomBytes(16).toString("hex"), sampled = false } = caller ?? {};
  return current.run(span ?? { traceId, spanId: randomBytes(8).toString("hex"), sampled }, work);
}

export function currentTrace(): Trace | undefined {
  return current.getStore();
}

/** The header for what is asked of others on behalf of this request. */
export function traceHeaders(trace = currentTrace()): { readonly traceparent?: string } {
  if (trace === undefined) return {};
  return { traceparent: `00-${trace.traceId}-${trace.spanId}-${trace.sampled ? "01" : "00"}` };
}
