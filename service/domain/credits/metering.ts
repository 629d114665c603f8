import type {
  Claim,
  Credits,
  DeliveredTexts,
  IdempotentAnswer,
  Ledger,
  OpenBlob,
  Reservation,
  StoredResponse,
} from "../../storage/ports.ts";

/**
 * Handles a paid request: looks up its idempotency key, gets its price, reserves the credits, runs, and then either
 * charges and stores the answer in one transaction, or releases the credits. A failure before that transaction costs
 * nothing; after it, a repeated request gets the stored answer.
 */
export interface Metering {
  perform(request: PaidRequest): Promise<Outcome>;
  /** Resolves once no paid request is running; a stop waits for this. */
  idle(): Promise<void>;
}

export interface PaidRequest {
  readonly keyId: string;
  readonly endpoint: string;
  readonly requestId: string;
  readonly idempotency: { readonly key: string; readonly fingerprint: Uint8Array } | undefined;
  /** Checks what only the store knows (exists, deliverable) and returns the price. Throws a refusal. */
  prepare(): Promise<Work>;
}

export interface Work {
  readonly credits: number;
  run(): Promise<Answer>;
}

/** A file is opened, and so known to be complete on disk, before it is charged. */
export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | OpenBlob;
  readonly texts?: DeliveredTexts | undefined;
}

export type Outcome =
  | { readonly kind: "charged"; readonly answer: Answer; readonly credits: number; readonly balance: Credits | null }
  | { readonly kind: "replayed"; readonly response: StoredResponse }
  | { readonly kind: "reused" }
  | { readonly kind: "in_progress" }
  | { readonly kind: "insufficient"; readonly creditsRequired: number; readonly creditsRemaining: number };

/** Named points at which a test may end the process. */
export type CrashPoint = "claimed" | "reserved" | "ran" | "settled";

export interface MeteringDeps {
  readonly ledger: Ledger;
  readonly nowMs: () => number;
  readonly retentionMs: number;
  readonly reached?: ((point: CrashPoint) => void) | undefined;
}

export function createMetering(deps: MeteringDeps): Metering {
  const { ledger, nowMs, retentionMs } = deps;
  const reached = deps.reached ?? (() => {});
  const inFlight = new Set<Promise<Outcome>>();

  async function perform(request: PaidRequest): Promise<Outcome> {
    const { idempotency } = request;
    if (idempotency === undefined) return pay(request, undefined);
    const { key: idempotencyKey, fingerprint } = idempotency;
    const claimed = await ledger.claim({ keyId: request.keyId, idempotencyKey, fingerprint, nowMs: nowMs() });
    if (claimed.kind !== "claimed") {
      if (!equal(claimed.fingerprint, fingerprint)) return { kind: "reused" };
      return claimed.kind === "running" ? { kind: "in_progress" } : { kind: "replayed", response: claimed.response };
    }
    let outcome: Outcome | undefined;
    try {
      reached("claimed");
      outcome = await pay(request, claimed.claim);
      return outcome;
    } finally {
      if (outcome?.kind !== "charged") await ledger.dropClaim(claimed.claim);
    }
  }

  async function pay(request: PaidRequest, claim: Claim | undefined): Promise<Outcome> {
    const work = await request.prepare();
    const { keyId, endpoint, requestId } = request;
    const reservation = await ledger.reserve({ keyId, credits: work.credits });
    if ("creditsRemaining" in reservation) {
      return { kind: "insufficient", creditsRequired: work.credits, creditsRemaining: reservation.creditsRemaining };
    }
    reached("reserved");
    const answer = await orRelease(reservation, work.run());
    reached("ran");
    const atMs = nowMs();
    const idempotent = claim && answerOf(claim, answer, atMs + retentionMs);
    const settled = ledger.settle(reservation, { atMs, endpoint, requestId, idempotent, texts: answer.texts });
    const balance = await orRelease(reservation, settled, answer);
    reached("settled");
    return { kind: "charged", answer, credits: work.credits, balance };
  }

  async function orRelease<T>(reservation: Reservation, work: Promise<T>, answer?: Answer): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (answer !== undefined && typeof answer.body !== "string") await answer.body.close();
      await ledger.release(reservation);
      throw error;
    }
  }

  return {
    async perform(request) {
      const outcome = perform(request);
      inFlight.add(outcome);
      try {
        return await outcome;
      } finally {
        inFlight.delete(outcome);
      }
    },
    async idle() {
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
    },
  };
}

function answerOf(claim: Claim, answer: Answer, expiresAtMs: number): IdempotentAnswer {
  const body = typeof answer.body === "string" ? { bytes: Buffer.from(answer.body) } : { blob: answer.body.blob };
  return { claim, response: { headers: answer.headers, body }, expiresAtMs };
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
