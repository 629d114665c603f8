import { registerBounded } from "../operation/bounded.ts";
import type { Limits } from "../retry/limits.ts";

/**
 * What is known of each API key, for the whole process: the limits last seen, and until when the service wants
 * to be left alone. A pause holds for every tab, page and purchase of the key.
 */

/** `paid`: the credits are used up, and what is free may still be asked. `all`: nothing at all. */
export type PauseScope = "all" | "paid";

export interface Pause {
  readonly untilMs: number;
  readonly code: string;
}

interface NotedPause extends Pause {
  /** On the wall clock, which may be set: before this time the pause begins anew. */
  readonly notedAtMs: number;
}

interface KeyState {
  limits: Limits | undefined;
  readonly pauses: Partial<Record<PauseScope, NotedPause>>;
}

/** Keys beyond this are forgotten, oldest first: a process must not grow with every key that was ever tried. */
const keysMax = 10_000;

const shared: typeof globalThis & { hirakuKeyStates?: Map<string, KeyState> } = globalThis;

registerBounded({
  name: "hiraku_web_known_keys",
  help: "API keys whose limits and pauses are remembered.",
  max: keysMax,
  shared: true,
  size: () => shared.hirakuKeyStates?.size ?? 0,
});

function stateOf(keyId: string): KeyState {
  shared.hirakuKeyStates ??= new Map();
  const states = shared.hirakuKeyStates;
  const known = states.get(keyId);
  if (known !== undefined) return known;
  const oldest = states.size >= keysMax ? states.keys().next() : undefined;
  if (oldest?.done === false) states.delete(oldest.value);
  const made: KeyState = { limits: undefined, pauses: {} };
  states.set(keyId, made);
  return made;
}

/** Headers that an answer lacks say nothing: what was known of them stays. */
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
  return shared.hirakuKeyStates?.get(keyId)?.limits;
}

export function pauseKey(keyId: string, scope: PauseScope, pause: Pause, nowMs: number): void {
  const { pauses } = stateOf(keyId);
  const known = pauses[scope];
  const { untilMs, code } = pause;
  if (known === undefined || known.untilMs < untilMs) pauses[scope] = { untilMs, code, notedAtMs: nowMs };
}

/** The pause that a request of this kind would break, if there is one. */
export function pauseFor(keyId: string, kind: "free" | "paid", nowMs: number): Pause | undefined {
  const pauses = shared.hirakuKeyStates?.get(keyId)?.pauses;
  if (pauses === undefined) return undefined;
  const scopes = kind === "paid" ? (["all", "paid"] as const) : (["all"] as const);
  return scopes.flatMap((scope) => currentPause(pauses, scope, nowMs) ?? []).sort((a, b) => b.untilMs - a.untilMs)[0];
}

function currentPause(pauses: KeyState["pauses"], scope: PauseScope, nowMs: number): Pause | undefined {
  const pause = pauses[scope];
  if (pause === undefined || pause.untilMs <= nowMs) return undefined;
  if (nowMs >= pause.notedAtMs) return pause;
  // The wall clock was set back. Left alone the pause would last as long as the clock was set back.
  const begun = { ...pause, untilMs: nowMs + pause.untilMs - pause.notedAtMs, notedAtMs: nowMs };
  pauses[scope] = begun;
  return begun;
}
