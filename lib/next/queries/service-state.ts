import type { AppProblem } from "../../spending/wire.ts";

/** Shared by all tabs. During a pause no free request is sent. */
export interface ServiceState {
  /** Epoch milliseconds until which the service wants no requests. */
  readonly pausedUntilMs: number | null;
  /** The credits or the day's requests are used up until then. */
  readonly quotaUntilMs: number | null;
  readonly unreachable: boolean;
}

const noObstacle: ServiceState = { pausedUntilMs: null, quotaUntilMs: null, unreachable: false };

let state = noObstacle;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

export function serviceState(): ServiceState {
  return state;
}

const unreachableState: ServiceState = { ...noObstacle, unreachable: true };

/** The state as the server rendered it, used until the browser knows a newer one. */
export function stateAsSent(isAway: boolean): ServiceState {
  return isAway ? unreachableState : noObstacle;
}

/** Called for a page that was rendered without the service's answers. */
export function markAway(): void {
  set({ ...state, unreachable: true }, false);
}

export function subscribeToService(listener: () => void): () => void {
  if (channel === undefined && typeof BroadcastChannel !== "undefined") {
    channel = new BroadcastChannel("hiraku-service");
    channel.onmessage = ({ data }: MessageEvent<ServiceState>) => set(data, false);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}

/** Codes that say the service could not be reached, from our server or from this browser. */
const unreachableCodes = new Set(["upstream_unreachable", "upstream_timeout", "app_unreachable"]);

export function noteProblem(problem: AppProblem, nowMs = Date.now()): void {
  const waitMs = (problem.retry_after_seconds ?? 0) * 1000;
  if (problem.code === "quota_exceeded") {
    set({ ...state, quotaUntilMs: waitMs > 0 ? nowMs + waitMs : state.quotaUntilMs, unreachable: false }, true);
  } else if (problem.status === 429 && waitMs > 0) {
    set({ ...state, pausedUntilMs: nowMs + waitMs, unreachable: false }, true);
  } else if (unreachableCodes.has(problem.code)) {
    set({ ...state, unreachable: true }, true);
  }
}

/** An answer arrived, so there is no obstacle any more. */
export function noteAnswer(): void {
  if (state.unreachable) set({ ...state, unreachable: false }, true);
}

export function forgetPause(): void {
  if (state.pausedUntilMs !== null || state.quotaUntilMs !== null) set(noObstacle, true);
}

/** Seconds until free calls may be made; undefined where they may be made now. */
export function pauseSeconds(nowMs = Date.now()): number | undefined {
  const { pausedUntilMs } = state;
  return pausedUntilMs !== null && pausedUntilMs > nowMs ? Math.ceil((pausedUntilMs - nowMs) / 1000) : undefined;
}

function set(next: ServiceState, broadcast: boolean): void {
  if (
    next.pausedUntilMs === state.pausedUntilMs &&
    next.quotaUntilMs === state.quotaUntilMs &&
    next.unreachable === state.unreachable
  ) {
    return;
  }
  state = next;
  if (broadcast) channel?.postMessage(next);
  for (const listener of listeners) listener();
}
