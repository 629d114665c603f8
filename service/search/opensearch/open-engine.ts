import { setTimeout as pause } from "node:timers/promises";
import type { Glossary } from "../core/glossary.ts";
import type { DocumentScope, FollowingIndex, NewsScope, SearchLag } from "../port.ts";
import type { IndexPosition, SearchSource } from "../source.ts";
import { EngineClient } from "./client.ts";
import { createEngineIndex, type EngineIndex } from "./create-index.ts";
import { IndexFollower, refuseOthers } from "./follower.ts";
import { EngineIndexes, FollowedElsewhereError, type Progress } from "./indexes.ts";
import type { SearchPlace } from "./place.ts";
import type { Deliverable } from "./search.ts";

export interface EngineOptions {
  readonly place: SearchPlace;
  readonly source: SearchSource;
  readonly glossary: () => Glossary;
  readonly deliverable: Deliverable;
  readonly timeoutMs: number;
  /** One of all processes that search the same indexes follows the store. Asked again and again. */
  readonly isFollower: () => Promise<boolean>;
  /** Told once for each time that following stops, not for each attempt. */
  readonly onFailure: (error: unknown) => void;
}

/** For operators, of an engine outside the store. */
export interface EngineState {
  /** Publications that can't be found yet. */
  readonly behind: number;
  readonly isReachable: boolean;
  /** Of the first filling; equal where it is complete. */
  readonly done: number;
  readonly total: number;
}

export interface RunningSearch extends EngineIndex, FollowingIndex {
  state(): Promise<EngineState>;
  /** `ok`, or in a few words what is wrong. */
  check(): Promise<string>;
  /** Everything that was published could be found once, as far as this process has seen. */
  readonly hasCaughtUp: boolean;
}

const idleMs = 100;
const retryMs = 1_000;
const lookAgainMs = 2_000;
const probeMs = 1_500;

/** Of an index of which nothing is known. */
const nowhere: IndexPosition = { change: 0, documentsAfter: "", newsAfter: "" };
const everyNews: NewsScope = { securityCodes: undefined, sinceMs: undefined, untilMs: undefined };
const everyDocument: DocumentScope = {
  ...everyNews,
  documentTypes: undefined,
  families: undefined,
  latestOnly: false,
};

/**
 * Searches on OpenSearch, and follows the store from now on where it is this process's turn. It opens at once, also where the engine can't be reached:
 * searches fail until it can, and what was published meanwhile is taken then.
 */
export function openEngine(options: EngineOptions): RunningSearch {
  const { place, timeoutMs, glossary, deliverable } = options;
  const client = new EngineClient(place);
  const indexes = new EngineIndexes(client, place);
  const index = createEngineIndex({ client, place, timeoutMs, glossary, deliverable });
  const watch = new EngineWatch(options, client, indexes, () => index.forget());
  return {
    get waiting() {
      return index.waiting;
    },
    searchDocuments: (query, signal) => index.searchDocuments(query, signal),
    searchNews: (query, signal) => index.searchNews(query, signal),
    documentsBehind: (filter) => watch.lag((position) => options.source.documentsBehind(position, filter)),
    newsBehind: (filter) => watch.lag((position) => options.source.newsBehind(position, filter)),
    get hasCaughtUp() {
      return watch.hasCaughtUp;
    },
    forget: () => index.forget(),
    state: () => watch.state(),
    check: () => watch.check(),
    async close() {
      await watch.close();
      await index.close();
    },
  };
}

/** Follows the store where it is this process's turn, and else looks how far the one that follows has come. */
class EngineWatch {
  readonly #options: EngineOptions;
  readonly #client: EngineClient;
  readonly #indexes: EngineIndexes;
  readonly #forget: () => void;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #known: { readonly number: number; readonly progress: Progress } | undefined;
  #follower: IndexFollower | undefined;
  #isReachable = false;
  #wasTold = false;
  #hasCaughtUp = false;

  constructor(options: EngineOptions, client: EngineClient, indexes: EngineIndexes, forget: () => void) {
    this.#options = options;
    this.#client = client;
    this.#indexes = indexes;
    this.#forget = forget;
    this.#running = this.#run();
  }

  async state(): Promise<EngineState> {
    const progress = await this.#progress().catch(() => this.#known?.progress);
    const { done, total } = progress ?? { done: 0, total: 0 };
    const behind = await this.#behind(progress);
    return { behind, isReachable: this.#isReachable, done: isFilled(progress) ? total : done, total };
  }

  get hasCaughtUp(): boolean {
    return this.#hasCaughtUp;
  }

  /** Asked before each search: another process's progress is read only where what was last seen of it does not suffice. */
  async lag(of: (position: IndexPosition) => Promise<SearchLag>): Promise<SearchLag> {
    const seen = await of(this.#follower?.progress ?? this.#known?.progress ?? nowhere);
    if (seen.publications === 0 || this.#follower !== undefined) return seen;
    return of((await this.#progress()) ?? nowhere);
  }

  async #behind(progress: Progress | undefined): Promise<number> {
    const { source } = this.#options;
    const position = progress ?? nowhere;
    const [documents, news] = [source.documentsBehind(position, everyDocument), source.newsBehind(position, everyNews)];
    const behind = (await documents).publications + (await news).publications;
    if (behind === 0 && isFilled(progress)) this.#hasCaughtUp = true;
    return behind;
  }

  async check(): Promise<string> {
    try {
      const health = await this.#indexes.health(AbortSignal.timeout(probeMs));
      if (health === "red") return "a part of the index is lost";
      const progress = await this.#progress();
      if (progress === undefined) return "not followed";
      const behind = await this.#behind(progress);
      if (!isFilled(progress)) return `filling, ${progress.done} of ${progress.total}, behind ${behind}`;
      return behind === 0 ? "ok" : `behind ${behind}`;
    } catch {
      return "no answer";
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Of this process, or what another one has written. */
  async #progress(): Promise<Progress | undefined> {
    if (this.#follower !== undefined) return this.#follower.progress;
    if (this.#known === undefined) return undefined;
    return (await this.#indexes.progress(this.#known.number))?.progress;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        if (await this.#options.isFollower()) await this.#follow();
        else await this.#look();
      } catch (error) {
        this.#follower = undefined;
        if (this.#stopping.signal.aborted) return;
        // It has gone on from where this one was: its progress is read now.
        if (!(error instanceof FollowedElsewhereError)) this.#fail(error);
        await this.#pause(retryMs);
      }
    }
  }

  #fail(error: unknown): void {
    if (this.#isReachable || !this.#wasTold) this.#options.onFailure(error);
    this.#wasTold = true;
    this.#isReachable = false;
  }

  /** Until another generation is searched, or another process follows. */
  async #follow(): Promise<void> {
    const number = await searchedGeneration(this.#indexes);
    const follower = await IndexFollower.open(this.#client, this.#indexes, this.#options.source, {
      number,
      isSearched: true,
    });
    this.#follower = follower;
    this.#found(number, follower.progress);
    for (let lookAt = performance.now() + lookAgainMs; !this.#stopping.signal.aborted; ) {
      const taken = await follower.step();
      if (performance.now() >= lookAt) {
        if ((await this.#indexes.current()) !== number || !(await this.#options.isFollower())) break;
        lookAt = performance.now() + lookAgainMs;
      }
      if (taken === 0) await this.#pause(idleMs);
    }
    this.#follower = undefined;
  }

  async #look(): Promise<void> {
    const number = await this.#indexes.current();
    const known = number === undefined ? undefined : await this.#indexes.progress(number);
    if (number !== undefined && known !== undefined) {
      refuseOthers(known.progress, await this.#options.source.mark(), this.#indexes);
      this.#found(number, known.progress);
    }
    await this.#pause(lookAgainMs);
  }

  #found(number: number, progress: Progress): void {
    const isNew = this.#known?.number !== number || !this.#isReachable;
    this.#known = { number, progress };
    this.#isReachable = true;
    // Facts of the old indexes may be wrong for these.
    if (isNew) this.#forget();
  }

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

const isFilled = (progress: Progress | undefined): boolean =>
  progress?.documentsAfter === null && progress.newsAfter === null;

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
