import type { Store } from "./database.ts";

/** An owner of purchases: an account of this app, reached by any of the API keys that are linked to it. */
export interface OwnerKeyRow {
  readonly key_id: string;
  readonly owner_id: string;
  readonly fingerprint: string;
  readonly linked_at: number;
}

export async function createOwner(
  store: Store,
  owner: { owner_id: string; created_at: number; recovery_hash: string | null },
): Promise<void> {
  await store
    .prepare("insert into owners (owner_id, created_at, recovery_hash) values (@owner_id, @created_at, @recovery_hash)")
    .run(owner);
}

export function findOwnerKey(store: Store, keyId: string): Promise<OwnerKeyRow | undefined> {
  return store.prepare<[string], OwnerKeyRow>("select * from owner_keys where key_id = ?").get(keyId);
}

export async function linkKey(store: Store, row: OwnerKeyRow): Promise<void> {
  await store
    .prepare<OwnerKeyRow>(
      "insert into owner_keys (key_id, owner_id, fingerprint, linked_at) values (@key_id, @owner_id, @fingerprint, @linked_at)",
    )
    .run(row);
}

/** Gives a key its id under a newer secret, since the old id would be lost when the old secret is dropped. */
export async function renameKey(store: Store, oldKeyId: string, newKeyId: string): Promise<void> {
  await store.prepare("update owner_keys set key_id = ? where key_id = ?").run(newKeyId, oldKeyId);
}

export function listKeysOfOwner(store: Store, ownerId: string): Promise<OwnerKeyRow[]> {
  return store
    .prepare<[string], OwnerKeyRow>("select * from owner_keys where owner_id = ? order by linked_at, key_id")
    .all(ownerId);
}

export async function findOwnerByRecoveryHash(store: Store, recoveryHash: string): Promise<string | undefined> {
  const row = await store
    .prepare<[string], { owner_id: string }>("select owner_id from owners where recovery_hash = ?")
    .get(recoveryHash);
  return row?.owner_id;
}
