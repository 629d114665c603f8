import { setTimeout as sleep } from "node:timers/promises";
import type { EndpointInput } from "../contract/endpoints.ts";
import { registerBounded } from "../operation/bounded.ts";
import { store } from "../store/database.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { lastLimits } from "../upstream/key-state.ts";
import { isProblem } from "../upstream/problem-error.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { type CheckResult, checkForUpdates } from "./check.ts";
import { waitForRoomMs } from "./room.ts";

/** Checks that run now. An owner has at most one: the Desk page and the schedule join it. */
const shared: typeof globalThis & { hirakuUpdateChecks?: Map<string, Promise<CheckResult>> } = globalThis;

registerBounded({
  name: "hiraku_web_update_checks",
  help: "Checks for new documents that are running, at most one for each owner.",
  max: undefined,
  shared: true,
  size: () => shared.hirakuUpdateChecks?.size ?? 0,
});

interface Asker {
  readonly ownerId: string;
  readonly upstream: Upstream;
}

/** Asks the free lists what is new for an owner, with the key that is given. Throws the problem of a failed call. */
export function checkOwner(asker: Asker): Promise<CheckResult> {
  shared.hirakuUpdateChecks ??= new Map();
  const running = shared.hirakuUpdateChecks;
  const before = running.get(asker.ownerId);
  if (before !== undefined) return before;
  const check = startCheck(asker).finally(() => running.delete(asker.ownerId));
  running.set(asker.ownerId, check);
  return check;
}

/** The longest wait for the limits of a key within a check; after it the rest is left to the next one. */
const roomWaitMaxMs = 70_000;

async function startCheck({ ownerId, upstream }: Asker): Promise<CheckResult> {
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
