import { retryAfterMs } from "../../kit/retry/retry-after.ts";
import type { Attempt } from "../../kit/retry/verdict.ts";
import type { IntentRow } from "../../store/purchases.ts";
import { deliveredFileName } from "../../text/format/delivered-file-name.ts";
import { purchasables } from "../kinds/purchasables.ts";
import type { BodyWriter, KeyHeaders, PaidAnswer, SpendingDeps, StoredBody } from "../ports.ts";
import { SendFailure } from "../ports.ts";
import { wireRequestOf } from "../pricing/actions.ts";
import type { AppProblem } from "../wire.ts";
import { readRefusal } from "./refusals.ts";
import { headersTimeoutMs } from "./retry.ts";
import { TimeLimitError, withTimeLimit } from "./waiting.ts";

/** The body of a 2xx is written to disk, under its hash, before anything else. */

export interface Delivery {
  readonly body: StoredBody;
  readonly mediaType: string;
  readonly fileName: string | null;
  readonly charged: number | null;
  readonly replayed: boolean;
  readonly balance: number | null;
  readonly requestId: string | null;
  readonly searchBehind: number | null;
  /** The body's length differs from the announced one. */
  readonly wrongLength: boolean;
  /** The body exceeded the size limit and was cut there. */
  readonly cut: boolean;
}

export interface Attempted {
  readonly attempt: Attempt;
  readonly delivery: Delivery | undefined;
  readonly headers: KeyHeaders | undefined;
  /** The received part of a body that broke off. */
  readonly partial: StoredBody | undefined;
}

const errorBodyMax = 64 * 1024;
const errorBodyMs = 5_000;

export interface AttemptLimits {
  /** The time from sending the request to the last byte of the answer. */
  readonly timeMs: number;
  readonly bytesMax: number;
  /** Stores the received part of a body that broke off, for answers that can't be requested again. */
  readonly keepBroken: boolean;
}

export async function attemptOnce(
  deps: SpendingDeps,
  row: IntentRow,
  key: string,
  limits: AttemptLimits,
): Promise<Attempted> {
  const abort = new AbortController();
  const startedMs = deps.clock.monotonicMs();
  const left = () => limits.timeMs - (deps.clock.monotonicMs() - startedMs);
  let answer: PaidAnswer;
  try {
    const sending = deps.upstream.send(
      {
        ...wireRequestOf(row),
        upstream: row.upstream,
        keyId: row.key_id,
        key,
        idempotencyKey: row.idempotency_key,
        accept: purchasables[row.kind].accept,
      },
      abort.signal,
    );
    // After a timeout below, nothing awaits this promise, and its failure must not be an unhandled rejection.
    sending.catch(() => undefined);
    deps.reach("after-dispatch");
    answer = await withTimeLimit(deps.clock, Math.min(headersTimeoutMs, left()), sending);
  } catch (error) {
    abort.abort();
    return { attempt: unanswered(error), delivery: undefined, headers: undefined, partial: undefined };
  }
  deps.reach("after-headers");
  const headers = keyHeadersOf(answer);
  const accepted = answer.status >= 200 && answer.status < 300;
  const read = accepted ? receiveBody(deps, answer, { ...limits, timeMs: left() }) : refusal(deps, answer, left());
  return { headers, ...(await read) };
}

type BodyOutcome = Pick<Attempted, "attempt" | "delivery" | "partial">;

async function receiveBody(deps: SpendingDeps, answer: PaidAnswer, limits: AttemptLimits): Promise<BodyOutcome> {
  const spool = await deps.bodies.spool();
  let drained: WrittenBody;
  try {
    drained = await withTimeLimit(deps.clock, limits.timeMs, writeBody(deps, answer, spool, limits.bytesMax));
  } catch (error) {
    answer.abort();
    const reason = error instanceof TimeLimitError ? "the answer took too long" : "the answer broke off";
    const partial = limits.keepBroken ? await keepPartial(spool) : await dropPartial(spool);
    const problem = transportProblem("upstream_broke_off", reason, answer.header("x-request-id"));
    return { attempt: { kind: "broken", problem }, delivery: undefined, partial };
  }
  if (drained.cut) answer.abort();
  const body = await spool.keep();
  deps.reach("after-spool");
  return { attempt: { kind: "delivered" }, delivery: deliveryOf(answer, body, drained), partial: undefined };
}

interface WrittenBody {
  readonly byteSize: number;
  readonly cut: boolean;
}

/** Writes the body as it arrives, up to the size limit; nothing beyond it is written or held in memory. */
async function writeBody(
  deps: SpendingDeps,
  answer: PaidAnswer,
  spool: BodyWriter,
  bytesMax: number,
): Promise<WrittenBody> {
  let byteSize = 0;
  for await (const chunk of answer.body) {
    const piece = chunk.subarray(0, bytesMax - byteSize);
    await spool.write(piece);
    byteSize += piece.byteLength;
    deps.reach("mid-body");
    if (piece.byteLength < chunk.byteLength) return { byteSize, cut: true };
  }
  return { byteSize, cut: false };
}

async function dropPartial(spool: BodyWriter): Promise<undefined> {
  await spool.discard();
  return undefined;
}

async function keepPartial(spool: BodyWriter): Promise<StoredBody | undefined> {
  try {
    const kept = await spool.keep();
    return kept.byteSize === 0 ? undefined : kept;
  } catch {
    return undefined;
  }
}

function deliveryOf(answer: PaidAnswer, body: StoredBody, { byteSize, cut }: WrittenBody): Delivery {
  const length = answer.header("content-encoding") === null ? answer.header("content-length") : null;
  return {
    body,
    mediaType: answer.header("content-type")?.split(";")[0]?.trim().toLowerCase() || "application/octet-stream",
    fileName: deliveredFileName(answer.header("content-disposition")),
    charged: wholeNumber(answer.header("x-credits-charged")),
    replayed: answer.header("idempotency-replayed") === "true",
    balance: wholeNumber(answer.header("x-quota-compute-remaining")),
    // A repeated answer has an id of its own; the service's ledger has that of the first.
    requestId: answer.header("x-charged-request-id") ?? answer.header("x-request-id"),
    searchBehind: wholeNumber(answer.header("x-search-behind")),
    wrongLength: !cut && length !== null && wholeNumber(length) !== byteSize,
    cut,
  };
}

async function refusal(deps: SpendingDeps, answer: PaidAnswer, remainingMs: number): Promise<BodyOutcome> {
  const chunks: Uint8Array[] = [];
  try {
    await withTimeLimit(deps.clock, Math.min(errorBodyMs, Math.max(0, remainingMs)), collect(answer, chunks));
  } catch {
    // The status alone is enough to go on.
  }
  answer.abort();
  const bytes = Buffer.concat(chunks);
  const { problem, fromService } = readRefusal(answer.status, bytes, answer.header("x-request-id"));
  const pauseMs = retryAfterMs(answer.header("retry-after"), deps.clock.nowMs());
  const reported = pauseMs === undefined ? problem : { ...problem, retry_after_seconds: Math.ceil(pauseMs / 1000) };
  return {
    attempt: { kind: "refused", problem: reported, fromService, pauseMs },
    delivery: undefined,
    partial: undefined,
  };
}

async function collect(answer: PaidAnswer, chunks: Uint8Array[]): Promise<void> {
  let size = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= errorBodyMax) return;
  }
}

function unanswered(error: unknown): Attempt {
  if (error instanceof SendFailure && !error.sent) {
    return {
      kind: "not_sent",
      problem: transportProblem("upstream_unreachable", "The service can't be reached.", null),
    };
  }
  if (error instanceof SendFailure || error instanceof TimeLimitError) {
    return { kind: "lost", problem: transportProblem("upstream_lost", "The connection broke after sending.", null) };
  }
  throw error;
}

export function transportProblem(code: string, detail: string, instance: string | null): AppProblem {
  return { status: 502, code, detail, instance, retry_after_seconds: null };
}

export function keyHeadersOf(answer: Pick<PaidAnswer, "header" | "status">): KeyHeaders {
  return {
    fromService: answer.status >= 200 && answer.status < 300 && answer.header("x-ratelimit-limit") !== null,
    balance: wholeNumber(answer.header("x-quota-compute-remaining")),
    reset: answer.header("x-quota-compute-reset"),
    requestsLeft: wholeNumber(answer.header("x-quota-catalog-remaining")),
    retentionSeconds: wholeNumber(answer.header("x-idempotency-retention")),
  };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : null;
}
