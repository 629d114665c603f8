import { api } from "../routes.ts";
import { noteAnswer, noteProblem } from "./service-state.ts";

/** A service that has just come back and is away again is asked less and less often. */
const firstWaitMs = 1_000;
const waitMaxMs = 15_000;
const steadyMs = 30_000;
/** How often a page that is only looked at asks whether the service still answers. */
const idleCheckMs = 30_000;
/** The page was made a moment before it is shown; what happened in that moment is looked up once. */
const firstCheckMs = 1_500;

let restartMs = firstWaitMs;
let backAtMs = Number.NEGATIVE_INFINITY;

/** Asks our own server whether the service answers, and notes what it says. */
export async function checkService(signal?: AbortSignal): Promise<boolean> {
  const reachable = await askService(signal);
  if (signal?.aborted) return true;
  if (reachable) noteAnswer();
  else {
    const detail = "The service did not answer in time.";
    noteProblem({ status: 504, code: "upstream_timeout", detail, instance: null, retry_after_seconds: null });
  }
  return reachable;
}

async function askService(signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const response = await fetch(api.service(), { credentials: "same-origin", signal: signal ?? null });
    // Somebody who has been signed out waits for no service.
    if (!response.ok) return response.status < 500;
    const said: unknown = await response.json();
    return typeof said === "object" && said !== null && "reachable" in said && said.reachable === true;
  } catch {
    return false;
  }
}

/** Asks again and again until the service is back. Returns what ends the asking. */
export function watchUntilBack(): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  restartMs = performance.now() - backAtMs < steadyMs ? Math.min(restartMs * 2, waitMaxMs) : firstWaitMs;
  let waitMs = restartMs;
  const next = () => {
    timer = setTimeout(async () => {
      waitMs = Math.min(waitMs * 1.5, waitMaxMs);
      const back = await checkService(stop.signal);
      if (stop.signal.aborted) return;
      if (back) backAtMs = performance.now();
      else next();
    }, waitMs);
  };
  next();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

/** Now and then, while somebody looks at the page: a service that dies is noticed without a click. */
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
