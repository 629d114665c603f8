import { setTimeout as sleep } from "node:timers/promises";
import type { EndpointInput } from "../../contract/endpoints.ts";
import { registerBounded } from "../../kit/bounded.ts";
import type { Limit, Limits } from "../../kit/retry/limits.ts";
import { claims, store } from "../../running-app.ts";
import { callFreeEndpoint } from "../../upstream/call-free.ts";
import { lastLimits } from "../../upstream/key-state.ts";
import { isProblem } from "../../upstream/problem-error.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { type CheckResult, checkForUpdates } from "./check.ts";

/** Checks that run now. An owner has at most one over all processes: the Desk page and the schedule join it. */
const updateChecks = new Map<string, Promise<CheckResult>>();

registerBounded({
  name: "hiraku_web_update_checks",
  help: "Checks for new documents that are running, at most one for each owner.",
  max: undefined,
  size: () => updateChecks.size,
});

interface Asker {
  readonly ownerId: string;
  readonly upstream: Upstream;
}

/** Asks the free lists what is new for an owner, with the key that is given. Throws the problem of a failed call. */
export function checkOwner(asker: Asker): Promise<CheckResult> {
  const before = updateChecks.get(asker.ownerId);
  if (before !== undefined) return before;
  const check = startCheck(asker).finally(() => updateChecks.delete(asker.ownerId));
  updateChecks.set(asker.ownerId, check);
  return check;
}

/** The longest wait for the limits of a key within a check; after it the rest is left to the next one. */
const roomWaitMaxMs = 70_000;

/** How long a check waits for the one that another process makes for the same owner. */
const othersWaitMaxMs = 60_000;
const lookEveryMs = 500;

/** Of all processes one checks; what it stores is there for all, so that the others wait for it. */
async function startCheck(asker: Asker): Promise<CheckResult> {
  const name = `check ${asker.ownerId}`;
  const mine = await claims().alone(name, () => checkNow(asker));
  if (mine !== undefined) return mine.done;
  const until = performance.now() + othersWaitMaxMs;
  while (performance.now() < until && (await claims().isTaken(name)))
    await sleep(lookEveryMs, undefined, { ref: false });
  return { found: 0, requests: 0, complete: true };
}

function checkNow({ ownerId, upstream }: Asker): Promise<CheckResult> {
  return checkForUpdates(
    {
      store: store(),
      now: Date.now,
      listDocuments: (query) => listDocuments(upstream, query),
      async roomForRequest() {
        const waitMs = waitForRoomMs(lastLimits(upstream.keyId), Date.now());
        if (waitMs > roomWaitMaxMs) return false;
        if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
        return true;
      },
    },
    ownerId,
  );
}

/** Another service may allow fewer records a page; its own default is always allowed. */
async function listDocuments(upstream: Upstream, query: EndpointInput<"listDocuments">) {
  try {
    return await callFreeEndpoint(upstream, "listDocuments", query);
  } catch (error) {
    if (!isProblem(error) || (error.problem.status !== 422 && error.problem.code !== "invalid_query_parameter")) {
      throw error;
    }
    const { limit: _, ...withoutLimit } = query;
    return callFreeEndpoint(upstream, "listDocuments", withoutLimit);
  }
}

/**
 * How long to wait until one more request leaves half of a key's limits to its owner. Zero where it does now; limits
 * that the service does not report are none.
 */
function waitForRoomMs(limits: Limits | undefined, nowMs: number): number {
  if (limits === undefined) return 0;
  return Math.max(
    waitOf(limits.rate, limits.seenAtMs + minuteMs, nowMs),
    waitOf(limits.catalog, limits.seenAtMs + hourMs, nowMs),
  );
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

function waitOf(limit: Limit | null, guessedResetMs: number, nowMs: number): number {
  if (limit === null || limit.limit === null || limit.remaining === null) return 0;
  if ((limit.remaining - 1) * 2 >= limit.limit) return 0;
  return Math.max(0, (limit.resetAtMs ?? guessedResetMs) - nowMs);
}
