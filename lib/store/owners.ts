import type { Store } from "./database.ts";

/** An owner of purchases: an account of this app, reached by any of the API keys that are linked to it. */
export interface OwnerKeyRow {
  readonly key_id: string;
  readonly owner_id: string;
  readonly fingerprint: string;
  readonly linked_at: number;
}

export function createOwner(
  store: Store,
  owner: { owner_id: string; created_at: number; recovery_hash: string | null },
): void {
  store
    .prepare("insert into owners (owner_id, created_at, recovery_hash) values (@owner_id, @created_at, @recovery_hash)")
    .run(owner);
}

export function findOwnerKey(store: Store, keyId: string): OwnerKeyRow | undefined {
  return store.prepare<[string], OwnerKeyRow>("select * from owner_keys where key_id = ?").get(keyId);
}

export function linkKey(store: Store, row: OwnerKeyRow): void {
  store
    .prepare<OwnerKeyRow>(
      "insert into owner_keys (key_id, owner_id, fingerprint, linked_at) values (@key_id, @owner_id, @fingerprint, @linked_at)",
    )
    .run(row);
}

/** Gives a key its id under a newer secret, since the old id would be lost when the old secret is dropped. */
export function renameKey(store: Store, oldKeyId: string, newKeyId: string): void {
  store.prepare("update owner_keys set key_id = ? where key_id = ?").run(newKeyId, oldKeyId);
}

export function listKeysOfOwner(store: Store, ownerId: string): OwnerKeyRow[] {
  return store
    .prepare<[string], OwnerKeyRow>("select * from owner_keys where owner_id = ? order by linked_at, key_id")
    .all(ownerId);
}

export function findOwnerByRecoveryHash(store: Store, recoveryHash: string): string | undefined {
  return store
    .prepare<[string], string>("select owner_id from owners where recovery_hash = ?")
    .pluck()
    .get(recoveryHash) as string | undefined;
}
