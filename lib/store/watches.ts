import type { Store } from "./database.ts";

/** The issuers that an owner watches, in the order in which they were added. */
export interface WatchRow {
  readonly security_code: string;
  readonly name: string | null;
  readonly name_en: string | null;
  readonly added_at: number;
}

/** The most watched issuers: each may need a free request when Today is opened. */
export const watchesMax = 100;

export function listWatches(store: Store, ownerId: string): Promise<WatchRow[]> {
  return store
    .prepare<[string], WatchRow>(
      "select security_code, name, name_en, added_at from watches where owner_id = ? order by added_at, security_code",
    )
    .all(ownerId);
}

/** Returns false where the limit is reached. Watching twice changes the names only. */
export function addWatch(store: Store, ownerId: string, row: WatchRow): Promise<boolean> {
  return store.atomically(async () => {
    const count = store.prepare<[string], { count: number }>(
      "select count(*) as count from watches where owner_id = ?",
    );
    const known = store.prepare("select security_code from watches where owner_id = ? and security_code = ?");
    const isNew = (await known.get(ownerId, row.security_code)) === undefined;
    if (isNew && Number((await count.get(ownerId))?.count) >= watchesMax) return false;
    await store
      .prepare(
        `insert into watches (owner_id, security_code, name, name_en, added_at) values (?, ?, ?, ?, ?)
         on conflict (owner_id, security_code) do update set
           name = coalesce(excluded.name, watches.name), name_en = coalesce(excluded.name_en, watches.name_en)`,
      )
      .run(ownerId, row.security_code, row.name, row.name_en, row.added_at);
    return true;
  }, ownerId);
}

export async function removeWatch(store: Store, ownerId: string, securityCode: string): Promise<void> {
  await store.prepare("delete from watches where owner_id = ? and security_code = ?").run(ownerId, securityCode);
}
