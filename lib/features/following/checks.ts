import { setTimeout as sleep } from "node:timers/promises";
import type { EndpointInput } from "../../contract/endpoints.ts";
import type { DocumentId } from "../../contract/ids.ts";
import type { Limit, Limits } from "../../kit/retry/limits.ts";
import { ownedFilingsOf } from "../../reading/figures.ts";
import type { Claims } from "../../store/claims.ts";
import type { Store } from "../../store/store.ts";
import { callExtension } from "../../upstream/call-extension.ts";
import { callFreeEndpoint } from "../../upstream/call-free.ts";
import { isProblem } from "../../upstream/problem-error.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { type CheckResult, checkForUpdates } from "./check.ts";

interface Asker {
  readonly ownerId: string;
  readonly upstream: Upstream;
}

/** The longest wait for the limits of a key within a check; after it the rest is left to the next one. */
const roomWaitMaxMs = 70_000;

/** How long a check waits for the one that another process makes for the same owner. */
const othersWaitMaxMs = 60_000;
const lookEveryMs = 500;

/** Checks of the free lists. An owner has at most one over all processes: Today and the schedule join it. */
export class UpdateChecks {
  readonly #store: Store;
  readonly #claims: Claims;
  readonly #running = new Map<string, Promise<CheckResult>>();
  readonly #closing = new AbortController();

  constructor({ store, claims }: { readonly store: Store; readonly claims: Claims }) {
    this.#store = store;
    this.#claims = claims;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Asks what is new for an owner, with the key that is given. Throws the problem of a failed call. */
  checkOwner(asker: Asker): Promise<CheckResult> {
    const before = this.#running.get(asker.ownerId);
    if (before !== undefined) return before;
    const check = this.#start(asker).finally(() => this.#running.delete(asker.ownerId));
    this.#running.set(asker.ownerId, check);
    return check;
  }

  /** Of all processes one checks; what it stores is there for all, so that the others wait for it. */
  async #start(asker: Asker): Promise<CheckResult> {
    const name = `check ${asker.ownerId}`;
    const { signal } = this.#closing;
    const mine = await this.#claims.alone(name, () => checkNow(this.#store, asker, signal));
    if (mine !== undefined) return mine.done;
    const until = performance.now() + othersWaitMaxMs;
    while (performance.now() < until && !signal.aborted && (await this.#claims.isTaken(name)))
      await sleep(lookEveryMs, undefined, { ref: false });
    return { found: 0, requests: 0, complete: true };
  }

  /** Those under way end with the request that they are at; the rest is left to the next one. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running.values());
  }
}

function checkNow(store: Store, { ownerId, upstream }: Asker, signal: AbortSignal): Promise<CheckResult> {
  return checkForUpdates(
    {
      store,
      now: Date.now,
      upstream: upstream.baseUrl,
      getDocument: (documentId) => getDocument(upstream, documentId),
      listDocuments: (query) => listDocuments(upstream, query),
      listStanding: (query) => callExtension(upstream, "listStanding", query),
      ownedFilings: (documentId) =>
        ownedFilingsOf({ ownerId, upstream: upstream.baseUrl }, { documentId, sameIssuer: true }),
      async roomForRequest() {
        const waitMs = waitForRoomMs(upstream.service.keys.lastLimits(upstream.keyId), Date.now());
        if (waitMs > roomWaitMaxMs) return false;
        if (waitMs > 0) await sleep(waitMs, undefined, { ref: false, signal }).catch(() => undefined);
        return !signal.aborted;
      },
    },
    ownerId,
  );
}

async function getDocument(upstream: Upstream, documentId: DocumentId) {
  try {
    return await callFreeEndpoint(upstream, "getDocument", { document_id: documentId });
  } catch (error) {
    if (isProblem(error) && (error.problem.status === 404 || error.problem.status === 410)) return undefined;
    throw error;
  }
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

/** Until one more request leaves half of a key's limits to its owner; limits that aren't reported are none. */
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
