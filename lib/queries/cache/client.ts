import { Query } from "./query.ts";
import {
  type InfiniteData,
  type InfiniteQueryOptions,
  type Loading,
  loadingOf,
  loadingPages,
  type QueryKey,
  type QueryOptions,
} from "./options.ts";

/** The data that comes with a page. */
export type DehydratedState = readonly {
  readonly key: readonly unknown[];
  readonly data: unknown;
  readonly at: number;
}[];

/** The cache of what was asked for: one for each tab of a browser, and one for each request on the server. */
export class QueryClient {
  // What lies under a key has the type that the key carries; nothing else could say so.
  readonly #queries = new Map<string, Query<unknown>>();

  find<T>(queryKey: QueryKey<T>): Query<T> | undefined {
    return this.#queries.get(hashOfKey(queryKey)) as Query<T> | undefined;
  }

  /** Makes the entry where there is none. */
  entry<T>({ queryKey, gcTime, initialData }: Pick<Loading<T>, "queryKey" | "gcTime" | "initialData">): Query<T> {
    const known = this.find(queryKey);
    if (known !== undefined) {
      if (gcTime !== undefined) known.keepFor(gcTime);
      return known;
    }
    const hash = hashOfKey(queryKey);
    const made = new Query<T>(queryKey, this, () => {
      if (this.#queries.get(hash) === made) this.#queries.delete(hash);
    });
    this.#queries.set(hash, made as Query<unknown>);
    if (gcTime !== undefined) made.keepFor(gcTime);
    if (initialData !== undefined) made.set(initialData);
    return made;
  }

  getQueryData<T>(queryKey: QueryKey<T>): T | undefined {
    return this.find(queryKey)?.state.data;
  }

  /** A function gets what is known, and changes nothing where it returns undefined. */
  setQueryData<T>(
    queryKey: QueryKey<T>,
    change: NoInfer<T> | undefined | ((known: T | undefined) => NoInfer<T> | undefined),
    { updatedAt }: { readonly updatedAt?: number } = {},
  ): void {
    const data: T | undefined = isFunction<T>(change) ? change(this.getQueryData(queryKey)) : change;
    if (data !== undefined) this.entry<T>({ queryKey }).set(data, updatedAt);
  }

  /** What begins with this key is out of date. Ends when all of it that is shown has been asked for again. */
  async invalidateQueries({ queryKey }: { readonly queryKey: readonly unknown[] }): Promise<void> {
    const begins = queryKey.map((each) => hashOf(each));
    const meant = [...this.#queries.values()].filter(({ key }) => begins.every((part, at) => hashOf(key[at]) === part));
    await Promise.all(meant.map((each) => each.invalidate()));
  }

  /** Asks again for everything shown that has failed. */
  async refetchFailed(): Promise<void> {
    const failed = [...this.#queries.values()].filter(({ state }) => state.error !== null);
    await Promise.all(failed.map((each) => each.refetch()));
  }

  /** What is known and current, else the answer of a request. */
  query<T>(options: QueryOptions<T>): Promise<T> {
    return this.#obtain(loadingOf(options));
  }

  pages<Page>(options: InfiniteQueryOptions<Page>): Promise<InfiniteData<Page>> {
    return this.#obtain(loadingPages(options));
  }

  /** What is known, as it is sent with a page. */
  dehydrate(): DehydratedState {
    return [...this.#queries.values()].flatMap(({ key, state: { data, updatedAtMs: at } }) =>
      data === undefined ? [] : [{ key, data, at }],
    );
  }

  async #obtain<T>(options: Loading<T>): Promise<T> {
    const query = this.entry(options);
    const { data } = query.state;
    return data === undefined || query.isStale(options.staleTime) ? query.fetch(options) : data;
  }
}

/** The same for objects that say the same, in whatever order their fields stand. */
function hashOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Keys of long lists are looked up at each rendering. */
const hashes = new WeakMap<readonly unknown[], string>();

function hashOfKey(key: readonly unknown[]): string {
  const hash = hashes.get(key) ?? hashOf(key);
  hashes.set(key, hash);
  return hash;
}

function isFunction<T>(
  change: T | undefined | ((known: T | undefined) => T | undefined),
): change is (known: T | undefined) => T | undefined {
  return typeof change === "function";
}
