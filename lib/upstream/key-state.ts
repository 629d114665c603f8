import { Memo } from "../kit/memo.ts";
import { SerialQueue } from "../kit/process/turns.ts";
import type { Limits } from "../kit/retry/limits.ts";

/** `paid`: the credits are used up, and free calls may still be made. `all`: no calls may be made. */
export type PauseScope = "all" | "paid";

export interface Pause {
  readonly untilMs: number;
  readonly code: string;
}

interface NotedPause extends Pause {
  /** When the pause began, on the wall clock; if that is later than now, the clock was set back. */
  readonly notedAtMs: number;
}

interface KeyState {
  limits: Limits | undefined;
  readonly pauses: Partial<Record<PauseScope, NotedPause>>;
}

type PauseListener = (keyId: string, scope: PauseScope, pause: Pause, nowMs: number) => void;

/** The most keys remembered, so that memory does not grow with every key ever tried. */
const keysMax = 10_000;

/**
 * The state of each API key: the limits last seen, and until when the service wants no requests. A pause applies to every
 * tab, page and purchase with the key, and is reported to the other web apps of a database. Limits are what this app last
 * saw; the service counts, and its next answer corrects them.
 */
export class KeyStates {
  readonly states = new Memo<KeyState>(keysMax);
  readonly #turns = new Map<string, SerialQueue>();
  #listener: PauseListener | undefined;

  /** Values of headers that an answer lacks stay as they were. */
  rememberLimits(keyId: string, seen: Limits): void {
    const state = this.#stateOf(keyId);
    const before = state.limits;
    if (seen.rate === null && seen.catalog === null && seen.compute === null) return;
    state.limits = {
      rate: seen.rate ?? before?.rate ?? null,
      catalog: seen.catalog ?? before?.catalog ?? null,
      compute: seen.compute ?? before?.compute ?? null,
      seenAtMs: seen.seenAtMs,
    };
  }

  lastLimits(keyId: string): Limits | undefined {
    return this.states.get(keyId)?.limits;
  }

  /** Rows of one page ask at once; one after another, so that none passes half of the rate before it is known. */
  async inTurn<T>(keyId: string, ask: () => Promise<T>): Promise<T> {
    const queue = this.#turns.get(keyId) ?? new SerialQueue();
    this.#turns.set(keyId, queue);
    try {
      return await queue.take(ask);
    } finally {
      if (queue.isIdle) this.#turns.delete(keyId);
    }
  }

  /** Reports each pause that this app was asked for, so that others can keep to it. */
  whenPaused(listener: PauseListener | undefined): void {
    this.#listener = listener;
  }

  pause(keyId: string, scope: PauseScope, pause: Pause, nowMs: number): void {
    if (this.takeOver(keyId, scope, pause, nowMs)) this.#listener?.(keyId, scope, pause, nowMs);
  }

  /** A pause that another process was asked for. False where a longer one is known. */
  takeOver(keyId: string, scope: PauseScope, { untilMs, code }: Pause, nowMs: number): boolean {
    const { pauses } = this.#stateOf(keyId);
    const known = pauses[scope];
    if (known !== undefined && known.untilMs >= untilMs) return false;
    pauses[scope] = { untilMs, code, notedAtMs: nowMs };
    return true;
  }

  /** The pause that forbids a request of this kind, if there is one. */
  pauseFor(keyId: string, kind: "free" | "paid", nowMs: number): Pause | undefined {
    const pauses = this.states.get(keyId)?.pauses;
    if (pauses === undefined) return undefined;
    const scopes = kind === "paid" ? (["all", "paid"] as const) : (["all"] as const);
    return scopes.flatMap((scope) => currentPause(pauses, scope, nowMs) ?? []).sort((a, b) => b.untilMs - a.untilMs)[0];
  }

  #stateOf(keyId: string): KeyState {
    const known = this.states.get(keyId);
    if (known !== undefined) return known;
    const made: KeyState = { limits: undefined, pauses: {} };
    this.states.set(keyId, made);
    return made;
  }
}

function currentPause(pauses: KeyState["pauses"], scope: PauseScope, nowMs: number): Pause | undefined {
  const pause = pauses[scope];
  if (pause === undefined || pause.untilMs <= nowMs) return undefined;
  if (nowMs >= pause.notedAtMs) return pause;
  // The wall clock was set back: the pause starts again now, since it would otherwise be longer by that time.
  const begun = { ...pause, untilMs: nowMs + pause.untilMs - pause.notedAtMs, notedAtMs: nowMs };
  pauses[scope] = begun;
  return begun;
}
