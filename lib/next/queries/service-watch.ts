import { api } from "../../routes.ts";
import { noteAnswer, noteProblem } from "./service-state.ts";

/** A service that keeps failing again soon after recovering is checked less and less often. */
const firstWaitMs = 1_000;
const waitMaxMs = 15_000;
const steadyMs = 30_000;
/** How often an idle but visible page checks whether the service still answers. */
const idleCheckMs = 30_000;
/** The first check comes soon after loading, since the page was rendered some time before. */
const firstCheckMs = 1_500;

let restartMs = firstWaitMs;
let backAtMs = Number.NEGATIVE_INFINITY;

/** Asks our own server whether the service answers, and stores the result. */
export async function checkService(signal?: AbortSignal): Promise<boolean> {
  const reachable = await fetchServiceHealth(signal);
  if (signal?.aborted) return true;
  if (reachable) noteAnswer();
  else {
    const detail = "The service did not answer in time.";
    noteProblem({ status: 504, code: "upstream_timeout", detail, instance: null, retry_after_seconds: null });
  }
  return reachable;
}

async function fetchServiceHealth(signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const response = await fetch(api.service(), { credentials: "same-origin", signal: signal ?? null });
    // A user who has been signed out need not wait for the service.
    if (!response.ok) return response.status < 500;
    const said: unknown = await response.json();
    return typeof said === "object" && said !== null && "reachable" in said && said.reachable === true;
  } catch {
    return false;
  }
}

/** Checks again and again until the service answers. Returns a function that stops it. */
export function watchUntilBack(): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  restartMs = performance.now() - backAtMs < steadyMs ? Math.min(restartMs * 2, waitMaxMs) : firstWaitMs;
  let waitMs = restartMs;
  const look = async () => {
    waitMs = Math.min(waitMs * 1.5, waitMaxMs);
    const back = await checkService(stop.signal);
    if (stop.signal.aborted) return;
    if (back) backAtMs = performance.now();
    else next();
  };
  const next = () => {
    timer = setTimeout(() => void look(), waitMs);
  };
  next();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

/** Checks now and then while the page is visible, so that a failing service is noticed without a click. */
export function watchWhileVisible(): () => void {
  const stop = new AbortController();
  const check = () => {
    if (document.visibilityState === "visible") void checkService(stop.signal);
  };
  const first = setTimeout(check, firstCheckMs);
  const timer = setInterval(check, idleCheckMs);
  return () => {
    stop.abort();
    clearTimeout(first);
    clearInterval(timer);
  };
}
