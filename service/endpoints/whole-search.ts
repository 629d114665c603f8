import type { Client } from "../http/client.ts";
import { Problem } from "../http/problem.ts";
import type { SearchLag } from "../search/port.ts";
import { withinDeadline } from "./backend-deadline.ts";

/** A search is not sold without what could not be found for longer than this. */
export const lagMaxMs = 60_000;

export interface WholeSearch<T> {
  readonly timeoutMs: number;
  readonly client: Client;
  /** Within the filter of the search. */
  readonly behind: () => Promise<SearchLag>;
  readonly search: (signal: AbortSignal) => Promise<T>;
}

/** Searches what can be seen, and says what can't; what was published first is looked at first, so that nothing is missed between. */
export async function searchWhole<T extends { readonly engine: string }>({
  timeoutMs,
  client,
  behind,
  search,
}: WholeSearch<T>) {
  return withinDeadline(timeoutMs, client, async (signal) => {
    const { publications, forMs } = await behind();
    if (publications > 0 && forMs > lagMaxMs) throw notYet(publications);
    const matches = await search(signal);
    const told = publications === 0 ? {} : { "X-Search-Behind": String(publications) };
    const headers: Record<string, string> = { "X-Search-Engine": matches.engine, ...told };
    return { matches, headers };
  });
}

const notYet = (publications: number) =>
  new Problem(
    "search_backend_timeout",
    `${publications} publications within this filter can't be searched yet. Try again in a few minutes, or with a narrower filter.`,
  );
