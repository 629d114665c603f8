import type { QueryClient } from "./client.ts";
import type { Loading } from "./options.ts";
import type { Query, QueryState } from "./query.ts";
import { Watch } from "./watch.ts";

type States<T> = readonly QueryState<T>[];

/** The queries of one component: those that stay in its list stay watched. */
export class WatchMany<T, R> {
  readonly #client: QueryClient;
  readonly #byQuery = new WeakMap<Query<T>, Watch<T>>();
  #watches: readonly Watch<T>[] = [];
  #states: States<T> = [];
  #combined: { readonly of: States<T>; readonly made: R } | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** The same list for the same queries. */
  of(options: readonly Loading<T>[]): readonly Watch<T>[] {
    const watches = options.map((each) => this.#watchOf(this.#client.entry(each)));
    if (!isSame(watches, this.#watches)) this.#watches = watches;
    return this.#watches;
  }

  subscribe(watches: readonly Watch<T>[], changed: () => void): () => void {
    const leave = watches.map((each) => each.subscribe(changed));
    return () => leave.forEach((each) => each());
  }

  snapshot(watches: readonly Watch<T>[]): States<T> {
    const states = watches.map(({ query }) => query.state);
    if (!isSame(states, this.#states)) this.#states = states;
    return this.#states;
  }

  follow(watches: readonly Watch<T>[], options: readonly Loading<T>[]): void {
    for (const [at, each] of options.entries()) watches[at]?.follow(each);
  }

  combined(states: States<T>, combine: (answers: States<T>) => R): R {
    if (this.#combined?.of !== states) this.#combined = { of: states, made: combine(states) };
    return this.#combined.made;
  }

  #watchOf(query: Query<T>): Watch<T> {
    const watch = this.#byQuery.get(query) ?? new Watch(query);
    this.#byQuery.set(query, watch);
    return watch;
  }
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at]);
}
