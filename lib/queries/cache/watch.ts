import type { Query, Watcher } from "./query.ts";
import type { Loading } from "./options.ts";

/** A component that shows a query: asks for it when it is shown and out of date, and again at its intervals. */
export class Watch<T> implements Watcher {
  readonly query: Query<T>;
  #options: Loading<T> | undefined;
  #changed: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Set by whoever reads whether a request is running: the others are not rendered for it. */
  #readsFetching = false;

  constructor(query: Query<T>) {
    this.query = query;
  }

  get active(): boolean {
    return this.#options !== undefined && this.#options.enabled !== false;
  }

  get fetching(): "all" | "next" | undefined {
    this.#readsFetching = true;
    return this.query.fetching;
  }

  readonly snapshot = (): object => (this.#readsFetching ? this.query.current : this.query.state);

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#changed = changed;
    const leave = this.query.watch(this);
    return () => {
      this.#changed = undefined;
      clearTimeout(this.#timer);
      leave();
      queueMicrotask(() => {
        if (this.#changed === undefined) this.#options = undefined;
      });
    };
  };

  /** Called after each rendering, with the options it was rendered with. */
  follow(options: Loading<T>): void {
    const wasActive = this.active;
    this.#options = options;
    if (this.active && !wasActive && this.query.isStale(options.staleTime)) void this.load("all");
    this.#schedule();
  }

  /** Ends with the request; a failure is in the query's state. */
  async load(kind: "all" | "next"): Promise<void> {
    if (this.#options !== undefined) await this.query.fetch(this.#options, kind).catch(() => undefined);
  }

  refetch(): Promise<void> {
    return this.load("all");
  }

  notice(settled: boolean): void {
    this.#schedule();
    if (settled || this.#readsFetching) this.#changed?.();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.active || this.query.fetching !== undefined) return;
    const afterMs = this.#options?.refetchInterval?.(this.query) ?? false;
    if (afterMs === false) return;
    this.#timer = setTimeout(() => {
      if (document.visibilityState === "hidden") this.#schedule();
      else void this.load("all");
    }, afterMs);
  }
}
