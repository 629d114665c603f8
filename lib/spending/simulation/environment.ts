import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Bodies, Clock, RandomSource, StoredBody, Timer } from "../ports.ts";

/**
 * Simulated time, randomness and disk. Time passes only when nothing else can happen, so that a seed determines a whole
 * history.
 */

/** The mulberry32 generator: small, fast, and the same on every machine. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }
}

interface PendingTimer {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

export class SimClock implements Clock {
  #mono = 0;
  #wallOffset: number;
  #order = 0;
  #alarms: PendingTimer[] = [];

  constructor(wallMs: number) {
    this.#wallOffset = wallMs;
  }

  nowMs(): number {
    return Math.floor(this.#wallOffset + this.#mono);
  }

  monotonicMs(): number {
    return this.#mono;
  }

  /** Sets the wall clock; timers are not affected. */
  jump(ms: number): void {
    this.#wallOffset += ms;
  }

  timer(ms: number): Timer {
    let wake: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const alarm = { at: this.#mono + Math.max(0, ms), order: this.#order++, wake };
    this.#alarms.push(alarm);
    return {
      done,
      cancel: () => {
        this.#alarms = this.#alarms.filter((each) => each !== alarm);
        wake();
      },
    };
  }

  /** Advances to the next timer, but not beyond `untilMs`. Returns false where no timer is due before that. */
  step(untilMs: number): boolean {
    let next: PendingTimer | undefined;
    for (const each of this.#alarms) {
      if (next === undefined || each.at < next.at || (each.at === next.at && each.order < next.order)) next = each;
    }
    if (next === undefined || next.at > untilMs) {
      this.#mono = Math.max(this.#mono, untilMs);
      return false;
    }
    this.#alarms = this.#alarms.filter((each) => each !== next);
    this.#mono = Math.max(this.#mono, next.at);
    next.wake();
    return true;
  }
}

/** What is not simulated, such as a database: time stands still until it has answered. */
let pending: () => Promise<void> | undefined = () => undefined;

export function standStillFor(work: () => Promise<void> | undefined): void {
  pending = work;
}

/** Runs everything that can run without time passing. */
export async function settle(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    const answers = pending();
    if (answers === undefined) return;
    await answers;
  }
}

/** Lets simulated time pass until the work is done or `maxMs` has passed. */
export async function drive(clock: SimClock, work: Promise<unknown>, maxMs: number): Promise<void> {
  const end = clock.monotonicMs() + maxMs;
  let done = false;
  const finish = () => {
    done = true;
  };
  work.then(finish, finish);
  for (;;) {
    await settle();
    if (done || !clock.step(end)) break;
  }
  await settle();
}

export async function passTime(clock: SimClock, ms: number): Promise<void> {
  await drive(clock, new Promise(() => undefined), ms);
}

export function seededRandomSource(random: SeededRandom): RandomSource {
  const letters = () =>
    random
      .below(2 ** 31)
      .toString(36)
      .padStart(6, "0");
  return { fraction: () => random.fraction(), id: (prefix) => `${prefix}_${letters()}${letters()}` };
}

/** A disk in memory. It survives the killing of a process, except for files that have no final name yet. */
export class SimDisk {
  readonly files = new Map<string, Uint8Array>();
  freeBytes = 1e12;

  bodies(): Bodies {
    return {
      spool: async () => {
        const chunks: Uint8Array[] = [];
        return {
          write: async (chunk) => void chunks.push(Uint8Array.from(chunk)),
          keep: async (): Promise<StoredBody> => {
            const bytes = Buffer.concat(chunks);
            const sha256 = sha256Of(bytes);
            this.files.set(sha256, bytes);
            return { sha256, byteSize: bytes.byteLength };
          },
          discard: async () => undefined,
        };
      },
      read: async (sha256) => {
        const bytes = this.files.get(sha256);
        return bytes !== undefined && sha256Of(bytes) === sha256 ? bytes : undefined;
      },
      open: async (sha256) => {
        const bytes = this.files.get(sha256);
        if (bytes === undefined || sha256Of(bytes) !== sha256) return undefined;
        return {
          byteSize: bytes.byteLength,
          stream: (first, last) => Readable.from([bytes.subarray(first, last + 1)]),
        };
      },
      freeBytes: async () => this.freeBytes,
      tryWriting: async () => undefined,
    };
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
