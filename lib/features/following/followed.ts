import type { EndpointInput } from "../../contract/endpoints.ts";
import type { SecurityCode } from "../../contract/ids.ts";
import type { Store } from "../../store/database.ts";
import { listFeeds } from "../../store/feeds.ts";
import { listSavedFilters } from "../../store/saved-filters.ts";
import { listWatches } from "../../store/watches.ts";
import { listWebhooks } from "../../store/webhooks.ts";
import { followedPart, listInput, readFilters, showsNothing } from "../../text/format/timeline-filters.ts";
import { filterSource, parseUpdateSource, watchSource } from "../../text/format/update-source.ts";

/** A list of the service that is read for an owner. All watched issuers share one, so that they cost one request. */
export interface FollowedList {
  readonly list: string;
  readonly query: EndpointInput<"listDocuments">;
  /** Each source of the list with the time since which it is followed. */
  readonly sources: ReadonlyMap<string, number>;
  /** Once a day the list is read this far back, for what was published late, and for withdrawals. */
  readonly deepDays: number;
  /** How many days are asked for at once. Progress is kept after each such part. */
  readonly sliceDays: number;
}

export const watchesList = "watches";

/** A feed outlives the watch it was made for. */
export async function followedLists(store: Store, ownerId: string): Promise<FollowedList[]> {
  const codes = new Map((await listWatches(store, ownerId)).map((each) => [each.security_code, each.added_at]));
  for (const { source, created_at } of [
    ...(await listFeeds(store, ownerId)),
    ...(await listWebhooks(store, ownerId)),
  ]) {
    const parsed = parseUpdateSource(source);
    if (parsed?.kind === "watch" && !codes.has(parsed.code)) codes.set(parsed.code, created_at);
  }
  const filters = (await listSavedFilters(store, ownerId)).flatMap(
    ({ filter_id, address_query, saved_at }): FollowedList[] => {
      const source = filterSource(filter_id);
      const filters = followedPart(readFilters(new URLSearchParams(address_query)));
      if (showsNothing(filters)) return [];
      return [
        { list: source, query: listInput(filters), sources: new Map([[source, saved_at]]), deepDays: 14, sliceDays: 7 },
      ];
    },
  );
  if (codes.size === 0) return filters;
  const watches: FollowedList = {
    list: watchesList,
    query: { security_codes: [...codes.keys()] as SecurityCode[] },
    sources: new Map([...codes].map(([code, since]) => [watchSource(code), since])),
    deepDays: 92,
    sliceDays: 31,
  };
  return [watches, ...filters];
}
