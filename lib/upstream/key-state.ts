import { registerBounded } from "../kit/bounded.ts";
import type { Limits } from "../kit/retry/limits.ts";

/**
 * The state of each API key, for the whole process: the limits last seen, and until when the service wants no requests.
 * A pause applies to every tab, page and purchase with the key, and is told to the other web apps of a database. Limits
 * are what this process last saw; the service counts, and its next answer corrects them.
 */

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

/**
 * The most keys remembered; beyond this the oldest are forgotten, so that memory does not grow with every key ever
 * tried.
 */
const keysMax = 10_000;

const keyStates = new Map<string, KeyState>();

registerBounded({
  name: "hiraku_web_known_keys",
  help: "API keys whose limits and pauses are remembered.",
  max: keysMax,
  size: () => keyStates.size,
});

function stateOf(keyId: string): KeyState {
  const known = keyStates.get(keyId);
  if (known !== undefined) return known;
  const oldest = keyStates.size >= keysMax ? keyStates.keys().next() : undefined;
  if (oldest?.done === false) keyStates.delete(oldest.value);
  const made: KeyState = { limits: undefined, pauses: {} };
  keyStates.set(keyId, made);
  return made;
}

/** Values of headers that an answer lacks stay as they were. */
export function rememberLimits(keyId: string, seen: Limits): void {
  const state = stateOf(keyId);
  const before = state.limits;
  if (seen.rate === null && seen.catalog === null && seen.compute === null) return;
  state.limits = {
    rate: seen.rate ?? before?.rate ?? null,
    catalog: seen.catalog ?? before?.catalog ?? null,
    compute: seen.compute ?? before?.compute ?? null,
    seenAtMs: seen.seenAtMs,
  };
}

export function lastLimits(keyId: string): Limits | undefined {
  return keyStates.get(keyId)?.limits;
}

type PauseListener = (keyId: string, scope: PauseScope, pause: Pause, nowMs: number) => void;
let pauseListener: PauseListener | undefined;

/** Tells of each pause that this process was asked for, so that others can keep to it. */
export function whenKeyPauses(listener: PauseListener | undefined): void {
  pauseListener = listener;
}

export function pauseKey(keyId: string, scope: PauseScope, pause: Pause, nowMs: number): void {
  if (takeOverPause(keyId, scope, pause, nowMs)) pauseListener?.(keyId, scope, pause, nowMs);
}

/** A pause that another process was asked for. False where a longer one is known. */
export function takeOverPause(keyId: string, scope: PauseScope, pause: Pause, nowMs: number): boolean {
  const { pauses } = stateOf(keyId);
  const known = pauses[scope];
  const { untilMs, code } = pause;
  if (known !== undefined && known.untilMs >= untilMs) return false;
  pauses[scope] = { untilMs, code, notedAtMs: nowMs };
  return true;
}

/** The pause that forbids a request of this kind, if there is one. */
export function pauseFor(keyId: string, kind: "free" | "paid", nowMs: number): Pause | undefined {
  const pauses = keyStates.get(keyId)?.pauses;
  if (pauses === undefined) return undefined;
  const scopes = kind === "paid" ? (["all", "paid"] as const) : (["all"] as const);
  return scopes.flatMap((scope) => currentPause(pauses, scope, nowMs) ?? []).sort((a, b) => b.untilMs - a.untilMs)[0];
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
