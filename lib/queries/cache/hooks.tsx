"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import type { DehydratedState, QueryClient } from "./client.ts";
import {
  type InfiniteData,
  type InfiniteQueryOptions,
  type Loading,
  loadingOf,
  loadingPages,
  nextCursor,
  type QueryOptions,
} from "./options.ts";
import { type InfiniteQueryResult, type QueryResult, Shown, ShownPages } from "./shown.ts";
import { Watch } from "./watch.ts";
import { WatchMany } from "./watch-many.ts";

const ClientContext = createContext<QueryClient | undefined>(undefined);

export function QueryClientProvider({
  client,
  children,
}: {
  readonly client: QueryClient;
  readonly children: ReactNode;
}) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useQueryClient(): QueryClient {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error("there is no QueryClientProvider above");
  return client;
}

/**
 * Puts data that came with a page into the cache. What is not known yet is there while the page is rendered; what is
 * shown already is replaced afterwards, and only by something newer.
 */
export function HydrationBoundary({
  state,
  children,
}: {
  readonly state: DehydratedState;
  readonly children: ReactNode;
}) {
  const client = useQueryClient();
  const newer = useMemo(
    () =>
      state.filter(({ key, data, at }) => {
        const known = client.find(key);
        if (known !== undefined) return known.state.updatedAtMs < at;
        client.setQueryData(key, data, { updatedAt: at });
        return false;
      }),
    [client, state],
  );
  useEffect(() => {
    for (const { key, data, at } of newer) client.setQueryData(key, data, { updatedAt: at });
  }, [client, newer]);
  return children;
}

export function useQuery<T>(options: QueryOptions<T>): QueryResult<T> {
  const [watch, shown] = useWatch(loadingOf(options));
  return useMemo(() => new Shown(watch, shown), [watch, shown]);
}

export function useInfiniteQuery<Page>(options: InfiniteQueryOptions<Page>): InfiniteQueryResult<Page> {
  const [watch, shown] = useWatch(loadingPages(options));
  const { getNextPageParam } = options;
  const hasNextPage = useCallback(
    (data: InfiniteData<Page>) => nextCursor({ getNextPageParam }, data) !== null,
    [getNextPageParam],
  );
  return useMemo(() => new ShownPages(watch, shown, hasNextPage), [watch, shown, hasNextPage]);
}

/** Several at once, and what `combine` makes of them, which depends on nothing else. */
export function useQueries<T, R>({ queries, combine }: Several<T, R>): R {
  const client = useQueryClient();
  const [many] = useState(() => new WatchMany<T, R>(client));
  const options = queries.map((each) => loadingOf(each));
  const watches = many.of(options);
  const subscribe = useCallback((changed: () => void) => many.subscribe(watches, changed), [many, watches]);
  const snapshot = useCallback(() => many.snapshot(watches), [many, watches]);
  const states = useSyncExternalStore(subscribe, snapshot, snapshot);
  useEffect(() => many.follow(watches, options));
  return many.combined(states, combine);
}

interface Several<T, R> {
  readonly queries: readonly QueryOptions<T>[];
  readonly combine: (answers: readonly { readonly data: T | undefined }[]) => R;
}

interface Change<T> {
  readonly mutate: (variables: T) => void;
  readonly isPending: boolean;
  readonly isError: boolean;
  /** What the last call was made with. */
  readonly variables: T | undefined;
}

/** A request that changes something, sent by `mutate`. Its failure is told by `isError`. */
export function useMutation<T = void>(options: {
  readonly mutationFn: (variables: T) => Promise<unknown>;
  readonly onSuccess?: () => unknown;
  readonly onSettled?: () => unknown;
}): Change<T> {
  const [state, setState] = useState<Omit<Change<T>, "mutate">>({
    isPending: false,
    isError: false,
    variables: undefined,
  });
  const run = async (variables: T) => {
    setState({ isPending: true, isError: false, variables });
    let isError = false;
    try {
      await options.mutationFn(variables);
      await options.onSuccess?.();
    } catch {
      isError = true;
    }
    await options.onSettled?.();
    setState({ isPending: false, isError, variables });
  };
  return { ...state, mutate: (variables) => void run(variables) };
}

function useWatch<T>(options: Loading<T>): readonly [Watch<T>, object] {
  const query = useQueryClient().entry(options);
  const watch = useMemo(() => new Watch(query), [query]);
  const shown = useSyncExternalStore(watch.subscribe, watch.snapshot, watch.snapshot);
  useEffect(() => watch.follow(options));
  return [watch, shown];
}
