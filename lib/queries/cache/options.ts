import type { QueryClient } from "./client.ts";

declare const dataOf: unique symbol;

/** What a query is found by. It carries the type of its data, which no value has. */
export type QueryKey<T = unknown> = readonly unknown[] & { readonly [dataOf]?: T };

export interface LoadContext {
  /** Aborted when nobody waits for the answer any more. Who reads it is stopped, who doesn't runs to its end. */
  readonly signal: AbortSignal;
  readonly client: QueryClient;
}

/** How data is kept, and when it is asked for again. */
interface Keeping<T> {
  readonly queryKey: QueryKey<T>;
  /** Nothing is requested while false. */
  readonly enabled?: boolean;
  /** How long an answer is taken as current; a minute where not given. */
  readonly staleTime?: number;
  /** How long data stays that nothing shows any more; ten minutes where not given. */
  readonly gcTime?: number;
  /** How often a failed request is sent again by itself, each time after a second; never where not given. */
  readonly retry?: number;
  /** After which time it is asked for again while it is shown and the page is visible. */
  readonly refetchInterval?: (query: { readonly state: { readonly data: T | undefined } }) => number | false;
  readonly initialData?: T;
}

export interface QueryOptions<T> extends Keeping<T> {
  readonly queryFn: (context: LoadContext) => Promise<T> | T;
}

/** Pages of a list that were loaded one after another, each with the cursor it was asked for by. */
export interface InfiniteData<Page> {
  readonly pages: readonly Page[];
  readonly pageParams: readonly string[];
}

export interface InfiniteQueryOptions<Page> extends Keeping<InfiniteData<Page>> {
  readonly queryFn: (context: LoadContext & { readonly pageParam: string }) => Promise<Page> | Page;
  readonly initialPageParam: string;
  readonly getNextPageParam: (last: Page) => string | null;
}

/** Gives its options back, and their key the type of the data. */
export function queryOptions<T>(options: QueryOptions<T>): QueryOptions<T> {
  return options;
}

export function infiniteQueryOptions<Page>(options: InfiniteQueryOptions<Page>): InfiniteQueryOptions<Page> {
  return options;
}

/** A query's options as the cache needs them: one way to load, whatever it loads. */
export interface Loading<T> extends Keeping<T> {
  readonly load: (context: LoadContext, known: T | undefined, kind: "all" | "next") => Promise<T> | T;
}

export function loadingOf<T>({ queryFn, ...keeping }: QueryOptions<T>): Loading<T> {
  return { ...keeping, load: (context) => queryFn(context) };
}

export function loadingPages<Page>(options: InfiniteQueryOptions<Page>): Loading<InfiniteData<Page>> {
  const { queryFn, initialPageParam, getNextPageParam: _, ...keeping } = options;
  return {
    ...keeping,
    async load(context, known, kind) {
      if (kind === "next" && known !== undefined) {
        const cursor = nextCursor(options, known);
        return cursor === null ? known : withPage(known, await pageAt(cursor), cursor);
      }
      // Asked for again, a list has as many pages as before, unless it has become shorter.
      let loaded: InfiniteData<Page> = { pages: [], pageParams: [] };
      let cursor: string | null = initialPageParam;
      const wanted = Math.max(1, known?.pages.length ?? 1);
      while (cursor !== null && loaded.pages.length < wanted) {
        loaded = withPage(loaded, await pageAt(cursor), cursor);
        cursor = nextCursor(options, loaded);
      }
      return loaded;

      function pageAt(pageParam: string): Promise<Page> | Page {
        const { client } = context;
        // Read through, so that asking for it is noticed.
        return queryFn({ client, pageParam, signal: context.signal });
      }
    },
  };
}

/** The cursor of the page after the last one; null where there is none. */
export function nextCursor<Page>(
  { getNextPageParam }: Pick<InfiniteQueryOptions<Page>, "getNextPageParam">,
  known: InfiniteData<Page>,
): string | null {
  const last = known.pages.at(-1);
  return last === undefined ? null : getNextPageParam(last);
}

function withPage<Page>({ pages, pageParams }: InfiniteData<Page>, page: Page, cursor: string): InfiniteData<Page> {
  return { pages: [...pages, page], pageParams: [...pageParams, cursor] };
}
