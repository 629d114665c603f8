import { type WireRequest, wireRequest } from "../../lib/contract/client.ts";
import {
  type EndpointName,
  type EndpointOf,
  type EndpointResponse,
  endpointOf,
  isBinary,
  isPaid,
} from "../../lib/contract/endpoints.ts";
import type { PriceRange } from "../../lib/contract/prices.ts";
import { readTolerantly } from "../../lib/contract/tolerant.ts";
import { readLimits } from "../../lib/kit/retry/limits.ts";
import { deliveredFileName } from "../../lib/text/format/delivered-file-name.ts";
import type { CallInput } from "./input.ts";
import { type ListName, type PageOf, pagesOf } from "./pages.ts";
import { priceOf, priceOfContent } from "./price.ts";
import { ownProblem, type Problem } from "./problem.ts";
import { type Clock, type Promises, repeatUntilSettled, systemClock } from "./repeat.ts";
import type { DeliveredFile, Failure, Result, Success } from "./result.ts";
import type { Received, Transport } from "./transport.ts";

/**
 * A client of any service of the interface:
 *
 *   const client = createClient({ baseUrl: "https://…", apiKey });
 *   const toc = await client.call("getToc", { document_id });
 *   if (!toc.ok) return explain(toc.problem);
 *   const text = await client.call("getContent", { document_id, sections }, { maxCredits: 4 });
 *
 * A call never throws for what a service or a network does: it returns a value or a problem. A paid call needs
 * `maxCredits`, and is not sent where it may cost more.
 */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The value of the header, with `{key}` in it. */
  readonly authorization?: string;
  readonly fetch?: typeof fetch;
  /** One request, from sending it to the last byte of its answer. */
  readonly timeoutMs?: number;
  /** A call with its repeats and the waiting between them. */
  readonly deadlineMs?: number;
  readonly answerBytesMax?: number;
  readonly clock?: Clock;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface PaidCallOptions extends CallOptions {
  /** The most that this call may cost. What may cost more is not sent. */
  readonly maxCredits: number;
  /**
   * Names this purchase, 1 to 255 visible ASCII characters. The same call with the same intent is one charge, also from
   * another process, for as long as the service promises. Without it every call is a purchase of its own.
   */
  readonly intent?: string;
}

export type OptionsOf<N extends EndpointName> = EndpointOf<N>["cost"] extends { readonly kind: "free" }
  ? [options?: CallOptions]
  : [options: PaidCallOptions];

export type ValueOf<N extends EndpointName> = EndpointOf<N>["response"] extends { readonly binary: readonly string[] }
  ? DeliveredFile
  : EndpointResponse<N>;

export interface Client {
  call<N extends EndpointName>(name: N, input: CallInput<N>, ...options: OptionsOf<N>): Promise<Result<ValueOf<N>>>;
  /** Exact for text, whose table of contents is asked for (free). */
  price<N extends EndpointName>(name: N, input: CallInput<N>, options?: CallOptions): Promise<Result<PriceRange>>;
  /** A list page by page. Each page of a paid list costs, and `maxCredits` bounds their sum. */
  pages<N extends ListName>(
    name: N,
    input: CallInput<N>,
    ...options: OptionsOf<N>
  ): AsyncGenerator<Result<PageOf<N>>, void, undefined>;
}

const defaults = { timeoutMs: 50_000, deadlineMs: 120_000, answerBytesMax: 256 * 1024 * 1024 };

export function createClient(options: ClientOptions): Client {
  const clock = options.clock ?? systemClock;
  const promises: Promises = { known: false, retentionMs: undefined };
  const transport: Transport = {
    baseUrl: baseUrlOf(options.baseUrl),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    authorization: (options.authorization ?? "Bearer {key}").replace("{key}", () => options.apiKey),
    timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
    answerBytesMax: options.answerBytesMax ?? defaults.answerBytesMax,
    nowMs: clock.nowMs,
  };
  const deadlineMs = options.deadlineMs ?? defaults.deadlineMs;

  async function send<N extends EndpointName>(
    name: N,
    input: CallInput<N>,
    intent: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Result<ValueOf<N>>> {
    const wire = wireOf(name, input);
    if (wire === undefined) return failure(ownProblem("stopped", "An id in this call can't be part of an address."));
    const outcome = await repeatUntilSettled({
      transport,
      wire,
      accept: acceptOf(name),
      intent,
      signal,
      deadlineMs,
      clock,
      promises,
    });
    if ("problem" in outcome) return failure(outcome.problem, outcome.charged);
    return read<ValueOf<N>>(name, outcome.received, intent, clock.nowMs());
  }

  /** Every call goes through here: a paid one is priced before it is sent. */
  async function run<N extends EndpointName>(
    name: N,
    input: CallInput<N>,
    paid: PaidCallOptions | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Result<ValueOf<N>>> {
    if (paid === undefined) return send(name, input, null, signal);
    const refusal = await tooDear(name, input, paid);
    return refusal ?? send(name, input, paid.intent ?? newIntent(), signal);
  }

  async function price(
    name: EndpointName,
    input: object,
    signal: AbortSignal | undefined,
  ): Promise<Result<PriceRange>> {
    const bounds = priceOf(name);
    if (bounds.min === bounds.max) return known(bounds, clock.nowMs());
    const { document_id, sections } = input as CallInput<"getContent">;
    const toc = await send("getToc", { document_id }, null, signal);
    return toc.ok ? { ...toc, value: priceOfContent(sections ?? [], toc.value) } : toc;
  }

  /** Asks for the table of contents only where the dearest text would be too dear. */
  async function tooDear(
    name: EndpointName,
    input: object,
    { maxCredits, signal }: PaidCallOptions,
  ): Promise<Failure | undefined> {
    let bounds = priceOf(name);
    if (bounds.min <= maxCredits && bounds.max > maxCredits) {
      const exact = await price(name, input, signal);
      if (!exact.ok) return exact;
      bounds = exact.value;
    }
    return bounds.max > maxCredits ? overMaxCredits(bounds, maxCredits) : undefined;
  }

  return {
    call: (name, input, ...[callOptions]) => run(name, input, paidOptionsOf(name, callOptions), callOptions?.signal),
    price: (name, input, callOptions) => price(name, input, callOptions?.signal),
    pages<N extends ListName>(name: N, input: CallInput<N>, ...[callOptions]: OptionsOf<N>) {
      const paid = paidOptionsOf(name, callOptions);
      return pagesOf(input, paid?.maxCredits ?? 0, (asked, maxCredits, page) => {
        const intent = paid?.intent === undefined ? {} : { intent: `${paid.intent}.${page}` };
        const options = paid === undefined ? undefined : { ...paid, ...intent, maxCredits };
        return run(name, asked, options, callOptions?.signal) as Promise<Result<PageOf<N>>>;
      });
    },
  };
}

/** A name for a purchase, to be stored before the call by whoever may have to ask again after a crash. */
export function newIntent(): string {
  return `intent_${crypto.randomUUID()}`;
}

function baseUrlOf(text: string): string {
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new TypeError("baseUrl must be http or https");
  if (url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError("baseUrl must have no user, query or fragment");
  }
  return url.href.replace(/\/+$/, "");
}

/** Undefined for ids such as `..`, which would be another address. */
function wireOf<N extends EndpointName>(name: N, input: CallInput<N>): WireRequest | undefined {
  try {
    return wireRequest(name, input);
  } catch {
    return undefined;
  }
}

function acceptOf(name: EndpointName): string {
  const endpoint = endpointOf(name);
  return isBinary(endpoint) ? "*/*" : "application/json";
}

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** Undefined for a free call. A paid one without a bound throws, so that nothing is bought. */
function paidOptionsOf(name: EndpointName, options: Partial<PaidCallOptions> | undefined): PaidCallOptions | undefined {
  if (!isPaid(endpointOf(name))) return undefined;
  const { maxCredits, intent } = options ?? {};
  if (maxCredits === undefined || !Number.isInteger(maxCredits) || maxCredits < 0) {
    throw new TypeError(`${name} costs credits and needs maxCredits, a whole number`);
  }
  if (intent !== undefined && !visibleAscii.test(intent)) {
    throw new TypeError("intent must be 1 to 255 visible ASCII characters");
  }
  return { ...options, maxCredits };
}

function overMaxCredits(price: PriceRange, maxCredits: number): Failure {
  const detail = `It may cost ${price.max} credits, more than the ${maxCredits} allowed. Nothing was sent.`;
  const told = { status: 0, detail, requestId: null, retry_after_seconds: null };
  return failure({ ...told, code: "over_max_credits", price, maxCredits });
}

function failure(problem: Problem, charged: number | null = 0): Failure {
  return { ok: false, problem, charged };
}

function known<T>(value: T, nowMs: number): Success<T> {
  return {
    ...{ ok: true, value, charged: 0, replayed: false, intent: null, requestId: null },
    limits: readLimits(() => null, nowMs),
  };
}

function read<T>(name: EndpointName, received: Received, intent: string | null, nowMs: number): Result<T> {
  const { header, bytes } = received;
  const charged = isPaid(endpointOf(name)) ? wholeNumber(header("x-credits-charged")) : 0;
  const requestId = header("x-request-id");
  const value = isBinary(endpointOf(name)) ? fileOf(received) : recordOf(name, bytes);
  if (value === undefined) {
    return failure(ownProblem("unreadable_answer", "The answer can't be read.", requestId), charged);
  }
  return {
    ok: true,
    value: value as T,
    charged,
    replayed: header("idempotency-replayed") === "true",
    intent,
    limits: readLimits(header, nowMs),
    requestId,
  };
}

function fileOf({ header, bytes }: Received): DeliveredFile {
  return {
    bytes,
    mediaType: header("content-type")?.split(";")[0]?.trim().toLowerCase() || "application/octet-stream",
    fileName: deliveredFileName(header("content-disposition")),
  };
}

function recordOf(name: EndpointName, bytes: Uint8Array): unknown {
  try {
    const answer = readTolerantly(name, JSON.parse(new TextDecoder().decode(bytes)));
    return "value" in answer ? answer.value : undefined;
  } catch {
    return undefined;
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : null;
}
