import type { InfiniteData } from "./options.ts";
import type { Watch } from "./watch.ts";

export interface QueryResult<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly isError: boolean;
  readonly isFetching: boolean;
  /** Ends with the request; a failure is in `error`. */
  readonly refetch: () => Promise<void>;
}

export interface InfiniteQueryResult<Page> extends QueryResult<InfiniteData<Page>> {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<void>;
}

/** What a component sees of a query. Another object for each state, so that nothing remembered is taken for current. */
export class Shown<T> implements QueryResult<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  protected readonly watch: Watch<T>;

  constructor(watch: Watch<T>, _shown: object) {
    this.watch = watch;
    this.data = watch.query.state.data;
    this.error = watch.query.state.error;
  }

  get isPending(): boolean {
    return this.data === undefined && this.error === null;
  }

  get isSuccess(): boolean {
    return this.data !== undefined && this.error === null;
  }

  get isError(): boolean {
    return this.error !== null;
  }

  get isFetching(): boolean {
    return this.watch.fetching !== undefined;
  }

  readonly refetch = (): Promise<void> => this.watch.refetch();
}

export class ShownPages<Page> extends Shown<InfiniteData<Page>> implements InfiniteQueryResult<Page> {
  readonly hasNextPage: boolean;

  constructor(watch: Watch<InfiniteData<Page>>, shown: object, hasNextPage: (data: InfiniteData<Page>) => boolean) {
    super(watch, shown);
    this.hasNextPage = this.data !== undefined && hasNextPage(this.data);
  }

  get isFetchingNextPage(): boolean {
    return this.watch.fetching === "next";
  }

  readonly fetchNextPage = (): Promise<void> => this.watch.load("next");
}
