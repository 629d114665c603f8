import type { Store } from "./database.ts";

/** A search saved by an owner. It is an address, not an answer, and opening it runs nothing. */
export interface SavedSearchRow {
  readonly search_id: string;
  readonly target: "documents" | "news";
  readonly query: string;
  /** The query string of the search page's address, with all filters. */
  readonly address_query: string;
  readonly saved_at: number;
}

const searchesMax = 200;

/** Returns false where the limit is reached. The same address is saved once. */
export function saveSearch(store: Store, ownerId: string, row: SavedSearchRow): Promise<boolean> {
  return store.atomically(async () => {
    const same = await store
      .prepare("delete from saved_searches where owner_id = ? and target = ? and address_query = ?")
      .run(ownerId, row.target, row.address_query);
    const count = store.prepare<[string], { count: number }>(
      "select count(*) as count from saved_searches where owner_id = ?",
    );
    if (same.changes === 0 && Number((await count.get(ownerId))?.count) >= searchesMax) return false;
    await store
      .prepare(
        `insert into saved_searches (owner_id, search_id, target, query, address_query, saved_at)
         values (@owner_id, @search_id, @target, @query, @address_query, @saved_at)`,
      )
      .run({ ...row, owner_id: ownerId });
    return true;
  }, ownerId);
}

export function listSavedSearches(store: Store, ownerId: string): Promise<SavedSearchRow[]> {
  return store
    .prepare<[string], SavedSearchRow>(
      `select search_id, target, query, address_query, saved_at
       from saved_searches where owner_id = ? order by saved_at desc`,
    )
    .all(ownerId);
}

export async function forgetSearch(store: Store, ownerId: string, searchId: string): Promise<void> {
  await store.prepare("delete from saved_searches where owner_id = ? and search_id = ?").run(ownerId, searchId);
}
