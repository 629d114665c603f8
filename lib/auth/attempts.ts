/**
 * Guessing a key is slow: after five failures an address waits a minute, and all addresses together may fail
 * only so often. Kept in memory: a restart forgives, and costs a guesser more than it gives.
 */
export const attemptsPerAddress = 5;
export const waitMs = 60_000;
const failuresPerMinuteOverall = 60;
/** Addresses remembered at most; the oldest go first. */
const addressesMax = 10_000;

interface Tally {
  failures: number;
  /** When the first failure of this tally happened, or the wait began. */
  sinceMs: number;
}

export type Verdict =
  | { readonly allowed: true; readonly attemptsLeft: number }
  | { readonly allowed: false; readonly waitSeconds: number };

export class Attempts {
  readonly #byAddress = new Map<string, Tally>();
  #overall: Tally = { failures: 0, sinceMs: 0 };

  check(address: string, nowMs: number): Verdict {
    const tally = this.#current(address, nowMs);
    if (this.#overall.failures >= failuresPerMinuteOverall && nowMs - this.#overall.sinceMs < waitMs) {
      return { allowed: false, waitSeconds: secondsLeft(this.#overall, nowMs) };
    }
    if (tally !== undefined && tally.failures >= attemptsPerAddress) {
      return { allowed: false, waitSeconds: secondsLeft(tally, nowMs) };
    }
    return { allowed: true, attemptsLeft: attemptsPerAddress - (tally?.failures ?? 0) };
  }

  /** Notes a failure and says what is left. */
  fail(address: string, nowMs: number): Verdict {
    if (nowMs - this.#overall.sinceMs >= waitMs) this.#overall = { failures: 0, sinceMs: nowMs };
    this.#overall.failures += 1;
    const tally = this.#current(address, nowMs) ?? { failures: 0, sinceMs: nowMs };
    tally.failures += 1;
    // The minute counts from the last failure, so that a wait is a full one.
    tally.sinceMs = nowMs;
    this.#byAddress.delete(address);
    this.#byAddress.set(address, tally);
    const oldest = this.#byAddress.size > addressesMax ? this.#byAddress.keys().next() : undefined;
    if (oldest?.done === false) this.#byAddress.delete(oldest.value);
    return this.check(address, nowMs);
  }

  succeed(address: string): void {
    this.#byAddress.delete(address);
  }

  #current(address: string, nowMs: number): Tally | undefined {
    const tally = this.#byAddress.get(address);
    if (tally !== undefined && nowMs - tally.sinceMs >= waitMs) {
      this.#byAddress.delete(address);
      return undefined;
    }
    return tally;
  }
}

function secondsLeft(tally: Tally, nowMs: number): number {
  return Math.max(1, Math.ceil((tally.sinceMs + waitMs - nowMs) / 1000));
}

const shared: typeof globalThis & { hirakuAttempts?: Attempts } = globalThis;

export function attempts(): Attempts {
  shared.hirakuAttempts ??= new Attempts();
  return shared.hirakuAttempts;
}
