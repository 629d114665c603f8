import type { Store } from "./store.ts";

/** Until when a service wants no requests with a key, as one process was told and all keep to. */
export interface KeyPauseRow {
  readonly key_id: string;
  readonly scope: "all" | "paid";
  readonly until_at: number;
  readonly code: string;
  readonly noted_at: number;
}

/** The longer one stays. What has passed is removed on the way. */
export async function notePause(store: Store, row: KeyPauseRow): Promise<void> {
  await store.prepare("delete from key_pauses where until_at <= ?").run(row.noted_at);
  await store
    .prepare<KeyPauseRow>(
      `insert into key_pauses (key_id, scope, until_at, code, noted_at)
       values (@key_id, @scope, @until_at, @code, @noted_at)
       on conflict (key_id, scope) do update set until_at = excluded.until_at, code = excluded.code,
         noted_at = excluded.noted_at where key_pauses.until_at < excluded.until_at`,
    )
    .run(row);
}

export function listPauses(store: Store, now: number): Promise<KeyPauseRow[]> {
  return store.prepare<[number], KeyPauseRow>("select * from key_pauses where until_at > ?").all(now);
}
