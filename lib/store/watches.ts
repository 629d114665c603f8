import type { Store } from "./database.ts";

/** The issuers that an owner watches, in the order in which they were added. */
export interface WatchRow {
  readonly security_code: string;
  readonly name: string | null;
  readonly name_en: string | null;
  readonly added_at: number;
}

/** The most watched issuers: each may need a free request when the Desk page is opened. */
export const watchesMax = 100;

export function listWatches(store: Store, ownerId: string): WatchRow[] {
  return store
    .prepare<[string], WatchRow>(
      "select security_code, name, name_en, added_at from watches where owner_id = ? order by added_at, security_code",
    )
    .all(ownerId);
}

/** Returns false where the limit is reached. Watching twice changes the names only. */
export function addWatch(store: Store, ownerId: string, row: WatchRow): boolean {
  const run = store.transaction(() => {
    const count = store.prepare<[string], number>("select count(*) from watches where owner_id = ?").pluck();
    const known = store.prepare("select 1 from watches where owner_id = ? and security_code = ?");
    const isNew = known.get(ownerId, row.security_code) === undefined;
    if (isNew && Number(count.get(ownerId)) >= watchesMax) return false;
    store
      .prepare(
        `insert into watches (owner_id, security_code, name, name_en, added_at) values (?, ?, ?, ?, ?)
         on conflict (owner_id, security_code) do update set
           name = coalesce(excluded.name, name), name_en = coalesce(excluded.name_en, name_en)`,
      )
      .run(ownerId, row.security_code, row.name, row.name_en, row.added_at);
    return true;
  });
  return run.immediate();
}

export function removeWatch(store: Store, ownerId: string, securityCode: string): void {
  store.prepare("delete from watches where owner_id = ? and security_code = ?").run(ownerId, securityCode);
}
