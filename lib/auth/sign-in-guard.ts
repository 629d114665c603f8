import { registerBounded } from "../operation/bounded.ts";

/**
 * Makes guessing keys slow, while a valid key always passes. After five wrong keys a network is slowed: answers to its
 * wrong keys are delayed longer and longer, and only a limited number of its keys a minute are sent to the service. A
 * valid key is still answered at once, so that a guesser locks out nobody behind the same address. Keys that have
 * opened a library here before skip this guard, since their fingerprint is known.
 *
 * There is also a limit over all networks; failures of a network that is already slowed don't count towards it.
 * Everything is kept in memory, with limits. A restart forgets it, which helps a guesser little.
 */
export const failuresUntilSlowed = 5;
/** How long a network stays slowed after its last wrong key, and the window of the limit over all networks. */
export const forgetAfterMs = 60_000;
export const failuresPerMinuteOverall = 60;
/** How many keys a slowed network may have checked at once, and how fast this allowance is restored. */
export const slowedChecksMax = 30;
const slowedCheckEveryMs = 2_000;
const delayFirstMs = 1_000;
const delayMaxMs = 8_000;
/** The most networks remembered; the oldest are forgotten first. */
export const networksMax = 10_000;
/** The most answers delayed at one time over all networks, since each holds a connection open. */
export const delayedMax = 200;

interface Network {
  failures: number;
  lastFailureMs: number;
  /** Keys that the service is checking now. */
  checking: number;
  checksLeft: number;
  checksCountedAtMs: number;
}

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
  passed(): void;
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
  readonly #clock: GuardClock;
  readonly #networks = new Map<string, Network>();
  #overall = { failures: 0, sinceMs: 0, checking: 0 };
  #delayed = 0;

  constructor(clock: GuardClock = realClock) {
    this.#clock = clock;
  }

  /** How much is remembered now, for tests and metrics. */
  get size(): { readonly networks: number; readonly delayed: number } {
    return { networks: this.#networks.size, delayed: this.#delayed };
  }

  /** Asks for permission to check an unknown key. An allowed attempt must be ended by `failed` or `passed`. */
  admit(network: string): Admission {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#overall.sinceMs >= forgetAfterMs) this.#overall = { ...this.#overall, failures: 0 };
    if (this.#overall.failures + this.#overall.checking >= failuresPerMinuteOverall) {
      return { allowed: false, waitSeconds: secondsUntil(this.#overall.sinceMs + forgetAfterMs, nowMs) };
    }
    const known = this.#remembered(network, nowMs);
    // Keys being checked count as wrong until they are answered, so that twenty at once don't pass as the first five.
    const slowed = known.failures + known.checking >= failuresUntilSlowed;
    if (slowed) {
      if (this.#delayed >= delayedMax) return { allowed: false, waitSeconds: 1 };
      if (!takeCheck(known, nowMs)) {
        return { allowed: false, waitSeconds: secondsUntil(known.checksCountedAtMs + slowedCheckEveryMs, nowMs) };
      }
    } else {
      this.#overall.checking += 1;
    }
    known.checking += 1;
    return { allowed: true, attempt: this.#attemptOf(network, known, slowed) };
  }

  #attemptOf(name: string, network: Network, slowed: boolean): Attempt {
    let ended = false;
    const end = () => {
      if (ended) return false;
      ended = true;
      network.checking -= 1;
      if (!slowed) this.#overall.checking -= 1;
      return true;
    };
    return {
      passed: () => {
        // A network without failures need not be remembered. A valid key resets nothing, since the guesser may be
        // somebody else behind the same address.
        if (end() && network.checking === 0 && network.failures === 0) this.#networks.delete(name);
      },
      failed: async () => {
        if (end()) await this.#fail(network, slowed);
        const nowMs = this.#clock.nowMs();
        return network.failures < failuresUntilSlowed
          ? { attemptsLeft: failuresUntilSlowed - network.failures, slowedSeconds: 0 }
          : { attemptsLeft: 0, slowedSeconds: secondsUntil(network.lastFailureMs + forgetAfterMs, nowMs) };
      },
    };
  }

  async #fail(network: Network, slowed: boolean): Promise<void> {
    const nowMs = this.#clock.nowMs();
    network.failures += 1;
    network.lastFailureMs = nowMs;
    if (!slowed) {
      if (nowMs - this.#overall.sinceMs >= forgetAfterMs) {
        this.#overall = { ...this.#overall, failures: 0, sinceMs: nowMs };
      }
      this.#overall.failures += 1;
      return;
    }
    const doublings = Math.min(10, Math.max(0, network.failures - failuresUntilSlowed - 1));
    this.#delayed += 1;
    try {
      await this.#clock.sleep(Math.min(delayMaxMs, delayFirstMs * 2 ** doublings));
    } finally {
      this.#delayed -= 1;
    }
  }

  #remembered(name: string, nowMs: number): Network {
    const known = this.#networks.get(name);
    if (known !== undefined) {
      if (nowMs - known.lastFailureMs >= forgetAfterMs) known.failures = 0;
      return known;
    }
    const made = {
      failures: 0,
      lastFailureMs: nowMs,
      checking: 0,
      checksLeft: slowedChecksMax,
      checksCountedAtMs: nowMs,
    };
    const oldest = this.#networks.size >= networksMax ? this.#networks.keys().next() : undefined;
    if (oldest?.done === false) this.#networks.delete(oldest.value);
    this.#networks.set(name, made);
    return made;
  }
}

function takeCheck(network: Network, nowMs: number): boolean {
  const back = Math.floor((nowMs - network.checksCountedAtMs) / slowedCheckEveryMs);
  if (back > 0) {
    network.checksLeft = Math.min(slowedChecksMax, network.checksLeft + back);
    network.checksCountedAtMs += back * slowedCheckEveryMs;
  }
  if (network.checksLeft < 1) return false;
  network.checksLeft -= 1;
  return true;
}

function secondsUntil(thenMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((thenMs - nowMs) / 1000));
}

// Next bundles routes separately, so one guard is shared through a global.
const shared: typeof globalThis & { hirakuSignInGuard?: SignInGuard } = globalThis;

registerBounded({
  name: "hiraku_web_sign_in_networks",
  help: "Networks whose wrong keys are remembered.",
  max: networksMax,
  shared: true,
  size: () => shared.hirakuSignInGuard?.size.networks ?? 0,
});
registerBounded({
  name: "hiraku_web_sign_in_answers_held",
  help: "Answers to wrong keys that are held back.",
  max: delayedMax,
  shared: true,
  size: () => shared.hirakuSignInGuard?.size.delayed ?? 0,
});

export function signInGuard(): SignInGuard {
  shared.hirakuSignInGuard ??= new SignInGuard();
  return shared.hirakuSignInGuard;
}
