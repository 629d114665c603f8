import type { AppProblem } from "../wire.ts";

/** The app's own problems of a purchase, where the service gave none. */
function ownProblem(status: number, code: string, detail: string): AppProblem {
  return { status, code, detail, instance: null, retry_after_seconds: null };
}

export const interrupted = ownProblem(
  503,
  "interrupted",
  "The app was stopped before this was sent. Nothing was charged.",
);
export const stopped = ownProblem(409, "stopped", "The basket was stopped before this was sent. Nothing was charged.");
export const lostAtStop = ownProblem(502, "upstream_lost", "The app was stopped after this was sent.");
export const keyGone = ownProblem(401, "key_gone", "The API key of this purchase is not kept any more.");
export const rateLimited = ownProblem(429, "rate_limit_exceeded", "The service asked to wait.");
export const diskFull = ownProblem(507, "disk_full", "There is too little free space to keep what would be bought.");
export const keyBusy = ownProblem(
  503,
  "key_busy",
  "Another purchase of this key has no outcome yet. Nothing was sent.",
);
export const notCharged = ownProblem(
  502,
  "not_charged",
  "The outcome was lost; the balance shows that nothing was charged.",
);
export const internal = ownProblem(500, "app_error", "The app failed.");
