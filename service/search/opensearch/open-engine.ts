import { setTimeout as pause } from "node:timers/promises";
import type { Glossary } from "../core/glossary.ts";
import type { SearchSource } from "../source.ts";
import { EngineClient } from "./client.ts";
import { createEngineIndex, type EngineIndex } from "./create-index.ts";
import { IndexFollower } from "./follower.ts";
import { EngineIndexes } from "./indexes.ts";
import type { SearchPlace } from "./place.ts";
import type { Deliverable } from "./search.ts";

export interface EngineOptions {
  readonly place: SearchPlace;
  readonly source: SearchSource;
  readonly glossary: () => Glossary;
  readonly deliverable: Deliverable;
  readonly timeoutMs: number;
  /** Told once for each time that following stops, not for each attempt. */
  readonly onFailure: (error: unknown) => void;
}

/** What operators are told of an engine outside the store. */
export interface EngineState {
  /** Publications that can't be found yet. */
  readonly behind: number;
  readonly isReachable: boolean;
  /** Of the first filling; equal where it is complete. */
  readonly done: number;
  readonly total: number;
}

export interface RunningSearch extends EngineIndex {
  state(): Promise<EngineState>;
  /** `ok`, or in a few words what is wrong. */
  check(): Promise<string>;
}

const idleMs = 100;
const retryMs = 1_000;
const lookAgainMs = 2_000;
const probeMs = 1_500;
const countedMax = 10_000;

/**
 * Searches on OpenSearch, and follows the store from now on. It opens at once, also where the engine can't be reached:
 * searches fail until it can, and what was published meanwhile is taken then.
 */
export function openEngine(options: EngineOptions): RunningSearch {
  const { place, source, timeoutMs, glossary, deliverable } = options;
  const client = new EngineClient(place);
  const indexes = new EngineIndexes(client, place);
  const index = createEngineIndex({ client, place, timeoutMs, glossary, deliverable });
  const stopping = new AbortController();
  let follower: IndexFollower | undefined;
  let isReachable = false;
  const running = follow();

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await followOne();
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (isReachable || follower === undefined) options.onFailure(error);
        isReachable = false;
        await pause(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** Until another generation is searched. */
  async function followOne(): Promise<void> {
    const number = await searchedGeneration(indexes);
    follower = await IndexFollower.open(client, indexes, source, { number, isSearched: true });
    isReachable = true;
    index.forget();
    for (let lookAt = performance.now() + lookAgainMs; !stopping.signal.aborted; ) {
      const taken = await follower.step();
      if (performance.now() >= lookAt) {
        if ((await indexes.current()) !== number) return;
        lookAt = performance.now() + lookAgainMs;
      }
      if (taken === 0) await pause(idleMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    get waiting() {
      return index.waiting;
    },
    searchDocuments: (query, signal) => index.searchDocuments(query, signal),
    searchNews: (query, signal) => index.searchNews(query, signal),
    forget: () => index.forget(),
    async state() {
      const { change, done, total } = follower?.progress ?? { change: 0, done: 0, total: 0 };
      const behind = (await source.changesAfter(change, countedMax)).length;
      return { behind, isReachable, done: follower?.isFilled === true ? total : done, total };
    },
    async check() {
      try {
        const health = await indexes.health(AbortSignal.timeout(probeMs));
        if (health === "red") return "a part of the index is lost";
        if (follower === undefined) return "not followed";
        const { done, total } = follower.progress;
        return follower.isFilled ? "ok" : `filling, ${done} of ${total}`;
      } catch {
        return "no answer";
      }
    },
    async close() {
      stopping.abort();
      await running;
      await index.close();
    },
  };
}

/** The generation that is searched; the first start makes it. */
async function searchedGeneration(indexes: EngineIndexes): Promise<number> {
  const current = await indexes.current();
  if (current === undefined) {
    await indexes.create(1);
    await indexes.swapTo(1);
    return 1;
  }
  if (!indexes.isCurrent(await indexes.mappingOf(current))) {
    throw new Error("The indexes were made by another version of hiraku: run `hiraku search rebuild`.");
  }
  return current;
}
