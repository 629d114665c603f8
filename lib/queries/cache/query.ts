import type { LoadContext, Loading } from "./options.ts";
import { withSameParts } from "./same-parts.ts";

const staleAfterMs = 60_000;
const unusedMaxMs = 10 * 60_000;
const retryAfterMs = 1_000;

/** What is known of a query. Another object whenever anything of it has changed. */
export interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly updatedAtMs: number;
}

/** Whoever shows a query. */
export interface Watcher {
  /** True where it wants the query to be asked for again when it is out of date. */
  readonly active: boolean;
  refetch(): Promise<void>;
  notice(settled: boolean): void;
}

type Kind = "all" | "next";

interface Running<T> {
  readonly kind: Kind;
  readonly stop: AbortController;
  promise: Promise<T>;
  signalRead: boolean;
}

/** One entry of the cache: its data, the request for it that is running, and who shows it. */
export class Query<T> {
  readonly key: readonly unknown[];
  state: QueryState<T> = { data: undefined, error: null, updatedAtMs: 0 };
  readonly #watchers = new Set<Watcher>();
  readonly #client: LoadContext["client"];
  readonly #forget: () => void;
  #running: Running<T> | undefined;
  #outdated = false;
  #gcTimeMs = 0;
  #unusedTimer: ReturnType<typeof setTimeout> | undefined;
  /** Changes with the state and with whether a request is running. */
  current: object = {};

  constructor(key: readonly unknown[], client: LoadContext["client"], forget: () => void) {
    this.key = key;
    this.#client = client;
    this.#forget = forget;
    this.keepFor(unusedMaxMs);
  }

  get fetching(): Kind | undefined {
    return this.#running?.kind;
  }

  get active(): boolean {
    return [...this.#watchers].some((each) => each.active);
  }

  isStale(staleTime = staleAfterMs): boolean {
    const { data, updatedAtMs } = this.state;
    return data === undefined || this.#outdated || Date.now() - updatedAtMs >= staleTime;
  }

  set(data: T, updatedAtMs = Date.now()): void {
    this.#outdated = false;
    this.#settle({ data: withSameParts(this.state.data, data), error: null, updatedAtMs });
  }

  /** Asked for again by whoever shows it; by the others when it is shown next. */
  async invalidate(): Promise<void> {
    this.#outdated = true;
    await this.refetch();
  }

  async refetch(): Promise<void> {
    const active = [...this.#watchers].find((each) => each.active);
    if (active === undefined) return;
    // What is on its way may have been answered before the change.
    if (this.state.data !== undefined) this.#stop();
    await active.refetch();
  }

  /** Joins a request that is running; the next page waits for one that loads all of them. */
  fetch(options: Loading<T>, kind: Kind = "all"): Promise<T> {
    const running = this.#running;
    if (running !== undefined) {
      if (kind === "all" || running.kind === "next") return running.promise;
      return running.promise.then(() => this.fetch(options, "next"));
    }
    const started: Running<T> = { kind, stop: new AbortController(), promise: never, signalRead: false };
    this.#running = started;
    this.#begin();
    started.promise = this.#run(options, started);
    // Whoever doesn't wait for it reads of a failure in the state.
    started.promise.catch(() => undefined);
    return started.promise;
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    clearTimeout(this.#unusedTimer);
    return () => {
      this.#watchers.delete(watcher);
      // A moment later: what is rendered anew leaves and comes back in one go.
      queueMicrotask(() => {
        if (this.#watchers.size > 0) return;
        if (this.#running?.signalRead === true) this.#stop();
        this.#whenUnused();
      });
    };
  }

  /** The longest time that anybody has asked for. */
  keepFor(gcTime: number | undefined): void {
    if (gcTime !== undefined) this.#gcTimeMs = gcTime === 0 ? 0 : Math.max(this.#gcTimeMs, gcTime);
    this.#whenUnused();
  }

  async #run(options: Loading<T>, started: Running<T>): Promise<T> {
    try {
      const data = await this.#load(options, started);
      if (this.#running !== started) throw new DOMException("Nobody waits for it any more.", "AbortError");
      this.#running = undefined;
      this.set(data);
      return this.state.data ?? data;
    } catch (failure) {
      if (this.#running === started) {
        this.#running = undefined;
        const error = failure instanceof Error ? failure : new Error(String(failure));
        this.#settle({ ...this.state, error });
      }
      throw failure;
    } finally {
      this.#whenUnused();
    }
  }

  async #load(options: Loading<T>, running: Running<T>): Promise<T> {
    const context: LoadContext = {
      client: this.#client,
      get signal() {
        running.signalRead = true;
        return running.stop.signal;
      },
    };
    for (let left = options.retry ?? 0; ; left--) {
      try {
        return await options.load(context, this.state.data, running.kind);
      } catch (error) {
        if (left === 0 || running.stop.signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      }
    }
  }

  #begin(): void {
    clearTimeout(this.#unusedTimer);
    // A failure is over once it is tried again, unless there is something to show.
    const fresh = this.state.error !== null && this.state.data === undefined;
    if (fresh) this.#settle({ ...this.state, error: null });
    else this.#tell(false);
  }

  #stop(): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    running.stop.abort();
    this.#tell(false);
  }

  #settle(state: QueryState<T>): void {
    this.state = state;
    this.#tell(true);
  }

  #tell(settled: boolean): void {
    this.current = {};
    for (const each of [...this.#watchers]) each.notice(settled);
  }

  /** The server makes a cache for each request and drops it with the request: a timer would only hold it. */
  #whenUnused(): void {
    if (typeof window === "undefined" || this.#watchers.size > 0 || this.#running !== undefined) return;
    clearTimeout(this.#unusedTimer);
    if (this.#gcTimeMs !== Number.POSITIVE_INFINITY) this.#unusedTimer = setTimeout(this.#forget, this.#gcTimeMs);
  }
}

/** Until the request has been made. */
const never = new Promise<never>(() => undefined);
