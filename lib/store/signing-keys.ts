import type { Store } from "./store.ts";

/** The keys that sign receipts, of a database that several web apps share. In a data folder they are a file instead. */
export interface SigningKeyRow {
  readonly created_at: string;
  readonly sealed_private_key: string;
}

/** Newest first. */
export function listSigningKeys(store: Store): Promise<SigningKeyRow[]> {
  return store
    .prepare<[], SigningKeyRow>("select created_at, sealed_private_key from signing_keys order by number desc")
    .all();
}

export async function addSigningKey(store: Store, row: SigningKeyRow): Promise<void> {
  await store
    .prepare<SigningKeyRow>(
      "insert into signing_keys (created_at, sealed_private_key) values (@created_at, @sealed_private_key)",
    )
    .run(row);
}
