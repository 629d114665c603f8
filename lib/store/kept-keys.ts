import { isUnclaimed } from "./claims.ts";
import type { Store } from "./database.ts";

/** At most one for an owner, while there is a feed, a webhook or a daily mail: it asks while nobody is signed in. */
export interface KeptKeyRow {
  readonly owner_id: string;
  readonly key_id: string;
  readonly upstream: string;
  readonly sealed_key: string;
  readonly consented_at: number;
  readonly next_check_at: number;
  readonly checked_at: number | null;
  /** The code of the problem that the last check had. */
  readonly problem: string | null;
}

export function findKeptKey(store: Store, ownerId: string): Promise<KeptKeyRow | undefined> {
  return store.prepare<[string], KeptKeyRow>("select * from kept_keys where owner_id = ?").get(ownerId);
}

export async function keepKey(store: Store, row: KeptKeyRow): Promise<void> {
  await store
    .prepare<KeptKeyRow>(
      `insert into kept_keys
         (owner_id, key_id, upstream, sealed_key, consented_at, next_check_at, checked_at, problem)
       values (@owner_id, @key_id, @upstream, @sealed_key, @consented_at, @next_check_at, @checked_at, @problem)
       on conflict (owner_id) do update set key_id = excluded.key_id, upstream = excluded.upstream,
         sealed_key = excluded.sealed_key, consented_at = excluded.consented_at,
         next_check_at = excluded.next_check_at, checked_at = excluded.checked_at, problem = excluded.problem`,
    )
    .run(row);
}

/** The claim of the process that looks with an owner's key because it is due. */
export const dueCheck = (ownerId: string) => `due check ${ownerId}`;

/** Those that no process looks with now. */
export function dueKeys(store: Store, upstream: string, now: number, limit: number): Promise<KeptKeyRow[]> {
  return store
    .prepare<{ upstream: string; now: number; limit: number }, KeptKeyRow>(
      `select * from kept_keys where upstream = @upstream and next_check_at <= @now
         and ${isUnclaimed("'due check ' || kept_keys.owner_id")} order by next_check_at limit @limit`,
    )
    .all({ upstream, now, limit });
}

export async function noteCheck(
  store: Store,
  ownerId: string,
  check: { readonly nextAt: number; readonly checkedAt: number | null; readonly problem: string | null },
): Promise<void> {
  await store
    .prepare(
      `update kept_keys set next_check_at = @nextAt, checked_at = coalesce(@checkedAt, checked_at), problem = @problem
       where owner_id = @ownerId`,
    )
    .run({ ...check, ownerId });
}

/** The service has refused the key. Feeds stay and say that they are paused. */
export async function letGoOfRefusedKey(store: Store, keyId: string): Promise<string[]> {
  const rows = await store
    .prepare<[string], { owner_id: string }>("delete from kept_keys where key_id = ? returning owner_id")
    .all(keyId);
  return rows.map((row) => row.owner_id);
}

/** Lets go of the key where no feed, no webhook and no mail needs it; called in the transaction that revokes one. */
export async function letGoOfUnusedKey(store: Store, ownerId: string): Promise<boolean> {
  return (
    (
      await store
        .prepare(
          `delete from kept_keys where owner_id = @ownerId
           and not exists (select 1 from feeds where owner_id = @ownerId)
           and not exists (select 1 from webhooks where owner_id = @ownerId)
           and not exists (select 1 from daily_mails where owner_id = @ownerId and state <> 'ended')`,
        )
        .run({ ownerId })
    ).changes > 0
  );
}

export async function countKeptKeys(store: Store): Promise<number> {
  const row = await store.prepare<[], { count: number }>("select count(*) as count from kept_keys").get();
  return Number(row?.count);
}
