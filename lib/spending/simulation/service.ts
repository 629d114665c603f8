import type { DocumentTocResponse } from "../../contract/resources.ts";
import type { FreeReads, KeyHeaders, PaidAnswer, PaidCall, PaidUpstream } from "../ports.ts";
import { SendFailure } from "../ports.ts";
import type { SeededRandom, SimClock } from "./environment.ts";
import { sha256Of } from "./environment.ts";
import { type Fault, faults } from "./faults.ts";
import { answerFor, originalId, pageCount, summaryOf, tocOf } from "./sample-document.ts";

/**
 * A simulated service that sells documents, fails in every known way, and keeps a ledger of what it actually charged.
 */

/** A free call that failed, with the problem that the app's own calls give it. */
export class FreeCallError extends Error {
  readonly problem = { status: 503, code: "upstream_unavailable", detail: "" };
}

/** The size limit of bodies, small so that exceeding it is cheap; the longest correct body has half of it. */
export const simBodyBytesMax = 100_000;

/** How long a service takes a request to be running whose process has ended. */
const claimLeaseMs = 10_000;

export interface Charge {
  readonly idempotencyKey: string;
  readonly keyId: string;
  readonly credits: number;
  readonly pieces: readonly string[];
  readonly atMonoMs: number;
  /** The request that was charged, as the service's ledger names it. */
  readonly requestId: string;
}

interface Done {
  readonly body: Uint8Array;
  readonly mediaType: string;
  readonly charged: number;
  readonly requestId: string;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly facts?: Readonly<Record<string, number>>;
  readonly retryAfter?: string;
}

export interface ServiceOptions {
  readonly idempotent: boolean;
  readonly withBalance: boolean;
  readonly withSizes: boolean;
  readonly balance: number;
  readonly faultRate: number;
  /** How long it works on a request without a fault; at most 60 ms where absent. */
  readonly workMs?: number;
  /** Forces a fault for the n-th request; undefined: none. For tests of one row. */
  readonly script?: readonly (Fault | null)[];
  /** What is listed of the one original; a PDF where absent. */
  readonly original?: { readonly media_type: string; readonly fact_count?: number | null };
  /** Publications that no search finds yet. */
  readonly searchBehind?: number;
}

/** A service of any kind: with and without idempotency, which is the harder case, since nothing may be sent again there. */
export function anyService(random: SeededRandom): ServiceOptions {
  const idempotent = random.happens(0.6);
  return {
    idempotent,
    withBalance: idempotent || random.happens(0.6),
    withSizes: random.happens(0.8),
    balance: random.happens(0.2) ? random.below(12) : 500,
    faultRate: random.pick([0, 0.2, 0.5, 0.8]),
    ...(random.happens(0.2) ? { workMs: random.pick([2_000, 6_000, 20_000]) } : {}),
  };
}

export class SimService {
  readonly charges: Charge[] = [];
  readonly sentBodies = new Set<string>();
  readonly delivered = new Set<string>();
  readonly faultsSeen: Fault[] = [];
  /** Idempotency keys of requests with a fault. The outcome of any other can be lost only by the app itself. */
  readonly troubled = new Set<string>();
  balance: number;
  granted: number;
  faultRate: number;
  requests = 0;
  /** By how much all sections have become longer since, and so dearer. */
  lengthFactor = 1;
  /** Answers the next paid request with this `Retry-After`, in seconds. */
  pauseOnceS: number | undefined;
  readonly #clock: SimClock;
  readonly #random: SeededRandom;
  readonly #options: ServiceOptions;
  readonly #done = new Map<string, Done>();
  readonly #working = new Set<string>();
  readonly #timeouts = new Map<string, number>();
  /** Requests that a full queue refuses once, and requests whose worker or process ends before they are charged. */
  readonly #full = new Set<string>();
  readonly #dying = new Map<string, Extract<Fault, "worker died" | "service died at work">>();
  #injectedFault: Fault | undefined;

  constructor(clock: SimClock, random: SeededRandom, options: ServiceOptions) {
    this.#clock = clock;
    this.#random = random;
    this.#options = options;
    this.balance = options.balance;
    this.granted = options.balance;
    this.faultRate = options.faultRate;
  }

  /** The service as used by one process of the app; once that process is killed, it gets no answers. */
  upstream(alive: () => boolean): PaidUpstream {
    return {
      send: async (call, signal) => {
        const answer = await this.#send(call, signal);
        if (!alive()) await neverSettles;
        return answer;
      },
    };
  }

  reads(alive: () => boolean): FreeReads {
    const answerFree = async <T>(value: T) => {
      await this.#wait(2 + this.#random.below(20));
      if (!alive()) await neverSettles;
      if (this.#random.happens(this.faultRate * 0.2)) throw new FreeCallError();
      return { value, headers: this.#headers() };
    };
    const { withSizes, original = { media_type: "application/pdf" } } = this.#options;
    return {
      summary: (_spender, documentId) => answerFree(summaryOf(documentId, withSizes)),
      toc: (_spender, documentId) => answerFree(this.#lengthened(tocOf(documentId, withSizes))),
      pages: (_spender, documentId) =>
        answerFree({
          document_id: summaryOf(documentId, withSizes).document_id,
          page_count: pageCount,
          pages: Array.from({ length: pageCount }, (_, at) => ({
            page_number: at + 1,
            width: 1,
            height: 1,
            byte_size: null,
          })),
        }),
      originals: (_spender, documentId) =>
        answerFree({
          document_id: summaryOf(documentId, withSizes).document_id,
          originals: [{ original_id: originalId, file_name: "a.pdf", byte_size: null, ...original }],
        }),
      probe: async () => (await answerFree(null)).headers,
    };
  }

  #lengthened(toc: DocumentTocResponse): DocumentTocResponse {
    const longer = (characters: number | null) => (characters === null ? null : characters * this.lengthFactor);
    return { ...toc, toc: toc.toc.map((each) => ({ ...each, character_count: longer(each.character_count) })) };
  }

  #headers(): KeyHeaders {
    const { idempotent, withBalance } = this.#options;
    return {
      balance: withBalance ? this.balance : null,
      reset: withBalance ? "0" : null,
      retentionSeconds: idempotent ? 2_592_000 : null,
      requestsLeft: null,
      fromService: true,
    };
  }

  async #send(call: PaidCall, signal: AbortSignal): Promise<PaidAnswer> {
    const fault = this.#nextFault();
    this.requests += 1;
    const requestId = `req-${this.requests}`;
    if (fault !== null) this.troubled.add(call.idempotencyKey);
    if (fault === "refused connection") throw new SendFailure("refused", false);
    if (fault === "clock jump") this.#clock.jump((this.#random.fraction() - 0.5) * 2 * 86_400_000 * 2);
    await this.#wait(1 + this.#random.below(30));
    if (fault === "stall before charge") return await this.#neverAnswer(signal);
    if (fault === "reset before charge") throw new SendFailure("reset", true);
    if (fault === "late charge") {
      this.#workLater(call, requestId);
      if (this.#random.happens(0.5)) throw new SendFailure("reset", true);
      return await this.#neverAnswer(signal);
    }
    const pauseS = this.pauseOnceS;
    this.pauseOnceS = undefined;
    if (pauseS !== undefined) return this.#problem(429, "rate_limit_exceeded", String(pauseS));
    const refusal = this.#refusalOf(fault, call);
    if (refusal !== undefined) return refusal;
    if (fault === "html with 200, not charged") return this.#page(200);
    // Without idempotency a network that repeats requests causes a second charge, which the app can't prevent.
    if (fault === "duplicated request" && this.#options.idempotent) this.#workUnasked(call, `${requestId}-repeated`);
    const outcome = await this.#work(call, requestId);
    if (fault === "stall after charge") return await this.#neverAnswer(signal);
    if (fault === "reset after charge") throw new SendFailure("reset", true);
    if (fault === "502 page after charge") return this.#page(502);
    if ("code" in outcome) return this.#problem(outcome.status, outcome.code, outcome.retryAfter, outcome.facts);
    return this.#deliver(call, outcome, { fault, requestId });
  }

  /** Forces this fault for the next paid request. */
  injectFault(fault: Fault): void {
    this.#injectedFault = fault;
  }

  #nextFault(): Fault | null {
    const scripted = this.#injectedFault ?? this.#options.script?.[this.requests];
    this.#injectedFault = undefined;
    const fault =
      scripted !== undefined ? scripted : this.#random.happens(this.faultRate) ? this.#random.pick(faults) : null;
    if (fault !== null) this.faultsSeen.push(fault);
    return fault;
  }

  #refusalOf(fault: Fault | null, call: PaidCall): PaidAnswer | undefined {
    switch (fault) {
      case "429 problem":
        return this.#problem(429, "rate_limit_exceeded", String(1 + this.#random.below(20)));
      case "429 without problem":
        return this.#page(429, String(this.#random.below(10)));
      case "429 odd retry-after":
        return this.#problem(
          429,
          "rate_limit_exceeded",
          this.#random.pick(["-5", "999999999", "soon", "", new Date(this.#clock.nowMs() + 9_000).toUTCString()]),
        );
      case "500 problem":
        return this.#problem(500, "internal_error");
      case "500 page":
        return this.#page(500);
      case "504 twice":
        this.#timeouts.set(call.idempotencyKey, 2);
        break;
      case "503 full queue":
        this.#full.add(call.idempotencyKey);
        break;
      case "worker died":
      case "service died at work":
        this.#dying.set(call.idempotencyKey, fault);
        break;
      default:
        break;
    }
    return undefined;
  }

  /** The backend that times out is called after the idempotency key was looked up, as the contract demands. */
  #timesOut(call: PaidCall): boolean {
    const left = this.#timeouts.get(call.idempotencyKey) ?? 0;
    if (left > 0) this.#timeouts.set(call.idempotencyKey, left - 1);
    return left > 0;
  }

  #workLater(call: PaidCall, requestId: string): void {
    void this.#wait(1_000 + this.#random.below(50_000)).then(() => this.#workUnasked(call, requestId));
  }

  /** Nobody gets the answer, whatever it is. */
  #workUnasked(call: PaidCall, requestId: string): void {
    this.#work(call, requestId).catch(() => undefined);
  }

  /** The behaviour of a correct service: look for the idempotency key, reserve, work, charge. */
  async #work(call: PaidCall, requestId: string): Promise<Done | Refusal> {
    const recognised = this.#options.idempotent ? this.#done.get(call.idempotencyKey) : undefined;
    if (recognised !== undefined) return { ...recognised, charged: 0 };
    if (this.#options.idempotent && this.#working.has(call.idempotencyKey)) {
      return { status: 409, code: "idempotency_in_progress" };
    }
    const goods = answerFor(call.target, call.body);
    if (goods === undefined) return { status: 404, code: "not_found" };
    if (this.#timesOut(call)) return { status: 504, code: "search_backend_timeout" };
    if (this.#full.delete(call.idempotencyKey)) return { status: 503, code: "service_busy", retryAfter: "1" };
    if (this.balance < goods.credits) {
      const facts = { credits_required: goods.credits, credits_remaining: this.balance };
      return { status: 429, code: "quota_exceeded", facts };
    }
    const { keyId, idempotencyKey } = call;
    const end = this.#dying.get(idempotencyKey);
    this.#dying.delete(idempotencyKey);
    // Two keys share this balance, which are apart by the interface: a reservation that one shows and gives back would
    // hide what the other is charged meanwhile.
    if (end === undefined) this.balance -= goods.credits;
    this.#working.add(idempotencyKey);
    await this.#wait(this.#options.workMs ?? this.#random.below(60));
    if (end !== undefined) return this.#dieAtWork(call, end);
    this.#working.delete(idempotencyKey);
    this.charges.push({
      keyId,
      idempotencyKey,
      credits: goods.credits,
      pieces: goods.pieces,
      atMonoMs: this.#clock.monotonicMs(),
      requestId,
    });
    const done = { body: goods.body, mediaType: goods.mediaType, charged: goods.credits, requestId };
    if (this.#options.idempotent) this.#done.set(call.idempotencyKey, done);
    return done;
  }

  /** Nothing is charged. Where the whole process ended, its claim on the idempotency key stands until its lease is over. */
  #dieAtWork({ idempotencyKey }: PaidCall, end: Fault): Refusal {
    if (end === "worker died") {
      this.#working.delete(idempotencyKey);
      return { status: 500, code: "internal_error" };
    }
    void this.#wait(claimLeaseMs).then(() => this.#working.delete(idempotencyKey));
    throw new SendFailure("reset", true);
  }

  #deliver(
    call: PaidCall,
    done: Done,
    { fault, requestId }: { readonly fault: Fault | null; readonly requestId: string },
  ): PaidAnswer {
    const full = Buffer.from(done.body);
    const cut = Math.max(1, Math.floor(full.length / 2));
    const html = Buffer.from("<!doctype html><title>Sign in to the network</title>");
    const body =
      fault === "broken json" || fault === "content-length too short"
        ? full.subarray(0, cut)
        : fault === "html with 200, charged"
          ? html
          : fault === "duplicated answer"
            ? Buffer.concat([full, full])
            : fault === "endless body"
              ? Buffer.alloc(simBodyBytesMax * 3, full)
              : full;
    this.sentBodies.add(sha256Of(body.subarray(0, simBodyBytesMax)));
    this.delivered.add(call.idempotencyKey);
    const length = fault === "content-length too long" ? body.length + 100 : body.length;
    const breaks = fault === "truncated body" || fault === "content-length too long";
    const dripMs = fault === "slow drip" ? 200 + this.#random.below(30_000) : 0;
    return this.#answer(
      200,
      body,
      done.mediaType,
      {
        "content-length": String(length),
        ...(done.charged === 0 ? { "idempotency-replayed": "true" } : {}),
        "x-credits-charged": String(done.charged),
        "x-request-id": requestId,
        "x-charged-request-id": done.requestId,
        ...(this.#options.searchBehind === undefined ? {} : { "x-search-behind": String(this.#options.searchBehind) }),
      },
      { breaks, dripMs },
    );
  }

  #problem(status: number, code: string, retryAfter?: string, facts: Refusal["facts"] = {}): PaidAnswer {
    const problem = { type: "about:blank", title: code, status, code, detail: code, ...facts };
    const body = Buffer.from(JSON.stringify(problem));
    return this.#answer(
      status,
      body,
      "application/problem+json",
      retryAfter === undefined ? {} : { "retry-after": retryAfter },
    );
  }

  /** An answer from an intermediary between the app and the service. */
  #page(status: number, retryAfter?: string): PaidAnswer {
    const body = Buffer.from(`<html><body>${status}</body></html>`);
    this.sentBodies.add(sha256Of(body));
    return this.#answer(
      status,
      body,
      "text/html",
      retryAfter === undefined ? {} : { "retry-after": retryAfter },
      {},
      false,
    );
  }

  #answer(
    status: number,
    body: Uint8Array,
    mediaType: string,
    more: Readonly<Record<string, string>>,
    how: { breaks?: boolean; dripMs?: number } = {},
    own = true,
  ): PaidAnswer {
    const quota = this.#headers();
    const headers: Record<string, string> = { "content-type": mediaType, ...more };
    if (own) {
      headers["x-ratelimit-limit"] = "600";
      headers["x-request-id"] ??= `req-${this.requests}`;
      if (quota.balance !== null) headers["x-quota-compute-remaining"] = String(quota.balance);
      if (quota.reset !== null) headers["x-quota-compute-reset"] = quota.reset;
      if (quota.retentionSeconds !== null) headers["x-idempotency-retention"] = String(quota.retentionSeconds);
    }
    return { status, header: (name) => headers[name] ?? null, body: this.#chunks(body, how), abort: () => undefined };
  }

  async *#chunks(body: Uint8Array, how: { breaks?: boolean; dripMs?: number }): AsyncGenerator<Uint8Array> {
    const pieces = 3;
    const size = Math.max(1, Math.ceil(body.length / pieces));
    for (let at = 0; at < body.length; at += size) {
      if (how.dripMs !== undefined && how.dripMs > 0) await this.#wait(how.dripMs);
      if (how.breaks === true && at + size >= body.length) throw new Error("the body broke off");
      yield body.subarray(at, at + size);
    }
  }

  #neverAnswer(signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new SendFailure("given up", true)), { once: true });
    });
  }

  #wait(ms: number): Promise<void> {
    return this.#clock.timer(ms).done;
  }
}

const neverSettles = new Promise<never>(() => undefined);
