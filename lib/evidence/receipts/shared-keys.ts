import { seal, sealPurposes, unseal } from "../../owners/sealing.ts";
import type { SecretVersion } from "../../owners/secrets.ts";
import { addSigningKey, listSigningKeys, type SigningKeyRow } from "../../store/signing-keys.ts";
import type { Store } from "../../store/store.ts";
import { newKey, type SigningKey, type SigningKeys, type StoredKey, signingKey } from "./signing-keys.ts";

/**
 * The signing keys of web apps that share a database: sealed rows in it, so that every instance signs with the same key
 * and publishes all of them. They are read again every few seconds, so that a rotation reaches all that run.
 */
const lock = "signing-keys";
const context = { owner: "installation", purpose: sealPurposes.signingKey };
const readEveryMs = 5_000;

/** Newest first; the first process makes the first one. */
export async function loadSharedKeys(store: Store, secrets: readonly SecretVersion[]): Promise<readonly SigningKey[]> {
  const known = await readKeys(store, secrets);
  if (known.length > 0) return known;
  return store.atomically(async () => {
    if ((await listSigningKeys(store)).length === 0) await addKey(store, secrets);
    return readKeys(store, secrets);
  }, lock);
}

/** Puts a new key before the others, which stay, so that what they signed can still be checked. */
export function rotateSharedKeys(store: Store, secrets: readonly SecretVersion[]): Promise<readonly SigningKey[]> {
  return store.atomically(async () => {
    await addKey(store, secrets);
    return readKeys(store, secrets);
  }, lock);
}

/** Sets the keys of an app, now and whenever they change. Returns what ends that. */
export async function followSharedKeys(
  store: Store,
  secrets: readonly SecretVersion[],
  signing: SigningKeys,
): Promise<() => void> {
  signing.share(await loadSharedKeys(store, secrets));
  const timer = setInterval(() => {
    // While the database is away the keys that are known go on being used.
    loadSharedKeys(store, secrets).then(
      (keys) => signing.share(keys),
      () => undefined,
    );
  }, readEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function addKey(store: Store, secrets: readonly SecretVersion[]): Promise<void> {
  for (const row of sealedKeys([newKey(() => new Date())], secrets)) await addSigningKey(store, row);
}

/** As a database has them. */
export function sealedKeys(keys: readonly StoredKey[], secrets: readonly SecretVersion[]): SigningKeyRow[] {
  return keys.map(({ created_at, private_key }) => ({
    created_at,
    sealed_private_key: seal(private_key, context, secrets),
  }));
}

export function openSealedKeys(rows: readonly SigningKeyRow[], secrets: readonly SecretVersion[]): StoredKey[] {
  return rows.map(({ created_at, sealed_private_key }) => ({
    created_at,
    private_key: unseal(sealed_private_key, context, secrets),
  }));
}

async function readKeys(store: Store, secrets: readonly SecretVersion[]): Promise<readonly SigningKey[]> {
  return openSealedKeys(await listSigningKeys(store), secrets).map(signingKey);
}
