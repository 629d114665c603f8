import type { Store } from "./database.ts";

/**
 * The sealed API key that asks the service while nobody is signed in: at most one for an owner. It is there only while
 * the owner has a feed or a webhook.
 */
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

export function findKeptKey(store: Store, ownerId: string): KeptKeyRow | undefined {
  return store.prepare<[string], KeptKeyRow>("select * from kept_keys where owner_id = ?").get(ownerId);
}

export function keepKey(store: Store, row: KeptKeyRow): void {
  store
    .prepare<KeptKeyRow>(
      `insert or replace into kept_keys
         (owner_id, key_id, upstream, sealed_key, consented_at, next_check_at, checked_at, problem)
       values (@owner_id, @key_id, @upstream, @sealed_key, @consented_at, @next_check_at, @checked_at, @problem)`,
    )
    .run(row);
}

export function dueKeys(store: Store, upstream: string, nowMs: number, limit: number): KeptKeyRow[] {
  return store
    .prepare<[string, number, number], KeptKeyRow>(
      "select * from kept_keys where upstream = ? and next_check_at <= ? order by next_check_at limit ?",
    )
    .all(upstream, nowMs, limit);
}

export function noteCheck(
  store: Store,
  ownerId: string,
  check: { readonly nextAt: number; readonly checkedAt: number | null; readonly problem: string | null },
): void {
  store
    .prepare(
      `update kept_keys set next_check_at = @nextAt, checked_at = coalesce(@checkedAt, checked_at), problem = @problem
       where owner_id = @ownerId`,
    )
    .run({ ...check, ownerId });
}

/** The service has refused the key. Feeds stay and say that they are paused. */
export function letGoOfRefusedKey(store: Store, keyId: string): string[] {
  return store
    .prepare<[string], string>("delete from kept_keys where key_id = ? returning owner_id")
    .pluck()
    .all(keyId) as string[];
}

/** Lets go of the key where no feed and no webhook needs it; called in the transaction that revokes one. */
export function letGoOfUnusedKey(store: Store, ownerId: string): boolean {
  return (
    store
      .prepare(
        `delete from kept_keys where owner_id = @ownerId
           and not exists (select 1 from feeds where owner_id = @ownerId)
           and not exists (select 1 from webhooks where owner_id = @ownerId)`,
      )
      .run({ ownerId }).changes > 0
  );
}

export function countKeptKeys(store: Store): number {
  return Number(store.prepare("select count(*) from kept_keys").pluck().get());
}
