import type { Claim, Claimed, ClaimRequest } from "../ports.ts";
import type { Idempotency } from "./idempotency.ts";

/** Claims of running requests, in memory like reservations, so that a crash leaves no request "in progress". */
export class Claims {
  readonly #idempotency: Idempotency;
  readonly #running = new Map<string, Claim>();

  constructor(idempotency: Idempotency) {
    this.#idempotency = idempotency;
  }

  take({ keyId, idempotencyKey, fingerprint, nowMs }: ClaimRequest): Claimed {
    const claim: Claim = { keyId, idempotencyKey, fingerprint };
    const running = this.#running.get(nameOf(claim));
    if (running !== undefined) return { kind: "running", fingerprint: running.fingerprint };
    const stored = this.#idempotency.find(keyId, idempotencyKey, nowMs);
    if (stored !== undefined) return { kind: "answered", ...stored };
    this.#running.set(nameOf(claim), claim);
    return { kind: "claimed", claim };
  }

  isHeld(claim: Claim): boolean {
    return this.#running.get(nameOf(claim)) === claim;
  }

  end(claim: Claim): void {
    if (this.isHeld(claim)) this.#running.delete(nameOf(claim));
  }
}

const nameOf = ({ keyId, idempotencyKey }: Claim): string => `${keyId} ${idempotencyKey}`;
