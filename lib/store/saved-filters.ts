import type { Store } from "./database.ts";

/** Filters of the list of documents that an owner has saved, to be told what is new in it. */
export interface SavedFilterRow {
  readonly filter_id: string;
  /** The filters as the address of the documents page has them. */
  readonly address_query: string;
  readonly saved_at: number;
}

/** The most saved filters: each is a list that the service is asked for at every check. */
export const filtersMax = 20;

export function listSavedFilters(store: Store, ownerId: string): Promise<SavedFilterRow[]> {
  return store
    .prepare<[string], SavedFilterRow>(
      "select filter_id, address_query, saved_at from saved_filters where owner_id = ? order by saved_at, filter_id",
    )
    .all(ownerId);
}

/** Returns the row that holds these filters, which may be an older one; undefined where the limit is reached. */
export function saveFilter(store: Store, ownerId: string, row: SavedFilterRow): Promise<SavedFilterRow | undefined> {
  return store.atomically(async () => {
    const saved = await listSavedFilters(store, ownerId);
    const same = saved.find((each) => each.address_query === row.address_query);
    if (same !== undefined || saved.length >= filtersMax) return same;
    await store
      .prepare("insert into saved_filters (owner_id, filter_id, address_query, saved_at) values (?, ?, ?, ?)")
      .run(ownerId, row.filter_id, row.address_query, row.saved_at);
    return row;
  }, ownerId);
}

export async function forgetFilter(store: Store, ownerId: string, filterId: string): Promise<void> {
  await store.prepare("delete from saved_filters where owner_id = ? and filter_id = ?").run(ownerId, filterId);
}
