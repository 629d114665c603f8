import { randomUUID } from "node:crypto";
import { SerialQueue } from "../kit/process/turns.ts";
import { type NetworkRow, signInAttempts } from "../store/sign-in-attempts.ts";
import type { Store } from "../store/store.ts";

/**
 * Makes guessing keys slow, while a valid key always passes. After five wrong keys a network is slowed: answers to its
 * wrong keys are delayed longer and longer, and only a limited number of its keys a minute are sent to the service. A
 * valid key is still answered at once, so that a guesser locks out nobody behind the same address. Keys that have
 * opened a library here before skip this guard, since their fingerprint is known.
 *
 * Sixty wrong keys in a minute, over all networks, slow all of them: each may have one key checked every three seconds.
 * So a valid key of a network without a guesser waits three seconds at the most, whatever others do. A limit that
 * refused more than that would let sixty addresses lock out everybody; what many networks can try together therefore
 * grows with their number. Everything is counted in the store, so that the limits hold over all web apps and restarts.
 */
export const failuresUntilSlowed = 5;
/** How long a network stays slowed after its last wrong key, and the window of the limit over all networks. */
export const forgetAfterMs = 60_000;
export const failuresPerMinuteOverall = 60;
/** How often a network may have a key checked while all of them are slowed. */
export const checkEveryMs = 3_000;
/** Those with the oldest wrong key are forgotten first: who has more networks than these guesses as if from new ones. */
export const networksMax = 10_000;
/** How many keys a slowed network may have checked at once, and how fast this allowance is restored. */
export const slowedChecksMax = 30;
const slowedCheckEveryMs = 2_000;
const delayFirstMs = 1_000;
const delayMaxMs = 8_000;
/** The most answers delayed at one time over all networks, since each holds a connection open; more are not delayed. */
export const delayedMax = 200;
/** The most attempts that wait to be counted: one at a time, so that a flood takes one connection to the store. */
const waitingMax = 500;
/** So that a flood from a few networks leaves room for the others. */
export const waitingOfNetworkMax = 50;
/** A check that never ended, since its process did, is forgotten then. */
const checkMaxMs = 120_000;
/** Not the name of a network: all of them together. */
const overall = "";

export interface Verdict {
  /** Wrong keys left before this network is slowed; 0 where it is slowed. */
  readonly attemptsLeft: number;
  /** Seconds until the network is no longer slowed; 0 where it isn't. */
  readonly slowedSeconds: number;
}

export type Admission =
  | { readonly allowed: true; readonly attempt: Attempt }
  | { readonly allowed: false; readonly waitSeconds: number };

export interface Attempt {
  /** Counts a wrong key, and resolves when the answer may be sent. */
  failed(): Promise<Verdict>;
  /** The attempt ended in any other way. */
  passed(): Promise<void>;
}

export interface GuardClock {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

const realClock: GuardClock = {
  nowMs: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export class SignInGuard {
  readonly #store: Store;
  readonly #rows: ReturnType<typeof signInAttempts>;
  readonly #clock: GuardClock;
  readonly #turns = new SerialQueue();
  readonly #waiting = new Map<string, number>();
  #waitingInAll = 0;
  #delayed = 0;

  constructor(store: Store, clock: GuardClock = realClock) {
    this.#store = store;
    this.#rows = signInAttempts(store);
    this.#clock = clock;
  }

  /** How many answers are held back now, for tests and metrics. */
  get delayed(): number {
    return this.#delayed;
  }

  /** Asks for permission to check an unknown key. An allowed attempt must be ended by `failed` or `passed`. */
  async admit(network: string): Promise<Admission> {
    const waiting = this.#waiting.get(network) ?? 0;
    if (this.#waitingInAll >= waitingMax || waiting >= waitingOfNetworkMax) return { allowed: false, waitSeconds: 1 };
    this.#waiting.set(network, waiting + 1);
    try {
      return await this.#alone((nowMs) => this.#decide(network, nowMs));
    } finally {
      const left = (this.#waiting.get(network) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(network);
      else this.#waiting.set(network, left);
    }
  }

  async #decide(network: string, nowMs: number): Promise<Admission> {
    await this.#rows.forget(nowMs, { forgetAfterMs, checkMaxMs });
    const [all, checkingOverall] = await Promise.all([this.#rows.network(overall), this.#rows.checkingUnslowed()]);
    const known = (await this.#rows.network(network)) ?? unknownNetwork(network, nowMs);
    const failures = isForgotten(known, nowMs) ? 0 : known.failures;
    const checking = await this.#rows.checking(network);
    if ((all?.failures ?? 0) + checkingOverall >= failuresPerMinuteOverall) {
      const failedAt = failures > 0 ? known.last_failure_at : 0;
      const nextAt = Math.max(failedAt, (checking.lastUntilAt ?? 0) - checkMaxMs) + checkEveryMs;
      if (nextAt > nowMs) return { allowed: false, waitSeconds: secondsUntil(nextAt, nowMs) };
    }
    // Keys being checked count as wrong until they are answered, so that twenty at once don't pass as the first five.
    const slowed = failures + checking.count >= failuresUntilSlowed;
    if (slowed) {
      const taken = takeCheck(known, nowMs);
      if (taken.checks_left < 0) {
        return { allowed: false, waitSeconds: secondsUntil(taken.checks_counted_at + slowedCheckEveryMs, nowMs) };
      }
      await this.#rows.put({ ...taken, failures });
    }
    const checkId = randomUUID();
    await this.#rows.begin({ check_id: checkId, network, slowed: Number(slowed), until_at: nowMs + checkMaxMs });
    return { allowed: true, attempt: this.#attemptOf(network, checkId, slowed) };
  }

  #attemptOf(network: string, checkId: string, slowed: boolean): Attempt {
    let isEnded = false;
    let verdict: Verdict | undefined;
    return {
      passed: async () => {
        // A valid key resets nothing, since the guesser may be somebody else behind the same address.
        if (isEnded) return;
        isEnded = true;
        // If the store fails now, the check expires later.
        await this.#rows.end(checkId).catch(() => undefined);
      },
      failed: async () => {
        if (isEnded) return verdict ?? { attemptsLeft: 0, slowedSeconds: 0 };
        isEnded = true;
        const { failures, last_failure_at: failedAt } = await this.#alone((nowMs) =>
          this.#countFailure(network, { checkId, slowed, nowMs }),
        );
        if (slowed) await this.#holdBack(failures);
        verdict =
          failures < failuresUntilSlowed
            ? { attemptsLeft: failuresUntilSlowed - failures, slowedSeconds: 0 }
            : { attemptsLeft: 0, slowedSeconds: secondsUntil(failedAt + forgetAfterMs, this.#clock.nowMs()) };
        return verdict;
      },
    };
  }

  async #countFailure(
    network: string,
    { checkId, slowed, nowMs }: { readonly checkId: string; readonly slowed: boolean; readonly nowMs: number },
  ): Promise<NetworkRow> {
    await this.#rows.end(checkId);
    if (!slowed) {
      const all = await this.#rows.network(overall);
      const isNew = all === undefined || isForgotten(all, nowMs);
      // Its minute begins with its first failure.
      if (isNew) await this.#rows.put({ ...unknownNetwork(overall, nowMs), failures: 1 });
      else await this.#rows.put({ ...all, failures: all.failures + 1 });
    }
    const stored = await this.#rows.network(network);
    if (stored === undefined) await this.#rows.makeRoom(networksMax);
    const known = stored ?? unknownNetwork(network, nowMs);
    const failures = (isForgotten(known, nowMs) ? 0 : known.failures) + 1;
    const counted = { ...known, failures, last_failure_at: nowMs };
    await this.#rows.put(counted);
    return counted;
  }

  async #holdBack(failures: number): Promise<void> {
    if (this.#delayed >= delayedMax) return;
    const doublings = Math.min(10, Math.max(0, failures - failuresUntilSlowed - 1));
    this.#delayed += 1;
    try {
      await this.#clock.sleep(Math.min(delayMaxMs, delayFirstMs * 2 ** doublings));
    } finally {
      this.#delayed -= 1;
    }
  }

  /** One decision at a time, of this process and of all others. */
  async #alone<T>(decide: (nowMs: number) => Promise<T>): Promise<T> {
    this.#waitingInAll += 1;
    try {
      return await this.#turns.take(() =>
        this.#store.atomically(() => decide(this.#clock.nowMs()), "sign-in attempts"),
      );
    } finally {
      this.#waitingInAll -= 1;
    }
  }
}

function unknownNetwork(network: string, nowMs: number): NetworkRow {
  return { network, failures: 0, last_failure_at: nowMs, checks_left: slowedChecksMax, checks_counted_at: nowMs };
}

/** A minute has passed, or the clock was set back. */
function isForgotten({ last_failure_at: at }: NetworkRow, nowMs: number): boolean {
  return nowMs - at >= forgetAfterMs || at > nowMs;
}

/** One check less, of those that come back with time; below 0 where there is none. */
function takeCheck(network: NetworkRow, nowMs: number): NetworkRow {
  const back = Math.max(0, Math.floor((nowMs - network.checks_counted_at) / slowedCheckEveryMs));
  return {
    ...network,
    checks_left: Math.min(slowedChecksMax, network.checks_left + back) - 1,
    checks_counted_at: network.checks_counted_at + back * slowedCheckEveryMs,
  };
}

function secondsUntil(thenMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((thenMs - nowMs) / 1000));
}
