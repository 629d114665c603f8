import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Store } from "../store/database.ts";
import { createOwner, findOwnerByRecoveryHash, findOwnerKey, linkKey, renameKey } from "../store/owners.ts";
import { deriveKey, type SecretVersion } from "./secrets.ts";

/**
 * Finds the owner of a library. An owner is found by an HMAC of service and API key, so the key itself need not be
 * stored to be recognised. More keys can be linked to an owner, and a recovery code reopens the library when all keys
 * are lost.
 */

/** A short name of a key for logs and pages, from which nothing about the key can be derived. */
export function keyFingerprint(keyId: string): string {
  return keyId.slice(0, 8);
}

function keyIdUnder(version: SecretVersion, upstream: string, apiKey: string): string {
  return createHmac("sha256", deriveKey(version, "owner"))
    .update(JSON.stringify([upstream, apiKey]))
    .digest("hex");
}

export function keyIdOf(upstream: string, apiKey: string, versions: readonly SecretVersion[]): string {
  const newest = versions[0];
  if (newest === undefined) throw new Error("no secret");
  return keyIdUnder(newest, upstream, apiKey);
}

/** Crockford's alphabet, which has no letter that looks like a digit, so that the code can be copied from paper. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function makeRecoveryCode(): string {
  const letters = [...randomBytes(25)].map((byte) => alphabet[byte % 32]).join("");
  return letters.match(/.{5}/g)?.join("-") ?? letters;
}

function recoveryHash(code: string): string {
  const plain = code
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return createHash("sha256").update(`hiraku recovery\0${plain}`).digest("hex");
}

export interface Identity {
  readonly ownerId: string;
  readonly keyId: string;
  /** Present only when the owner was just created: the code is shown, and only its hash is stored. */
  readonly recoveryCode: string | undefined;
}

export class IdentityError extends Error {
  readonly reason: "no_such_recovery_code" | "key_has_other_library";
  constructor(reason: IdentityError["reason"]) {
    super(reason);
    this.name = "IdentityError";
    this.reason = reason;
  }
}

interface Recognise {
  readonly upstream: string;
  readonly apiKey: string;
  readonly versions: readonly SecretVersion[];
  readonly nowMs: number;
  /** Links the key to this owner's library. */
  readonly join?: { readonly recoveryCode: string } | { readonly ownerId: string } | undefined;
}

/** Finds the key's owner or creates one; with `join`, links the key to an existing owner. */
export function recognise(store: Store, { upstream, apiKey, versions, nowMs, join }: Recognise): Promise<Identity> {
  return store.atomically(
    async (): Promise<Identity> => {
      const keyId = keyIdOf(upstream, apiKey, versions);
      const known = await findKnownKey(store, upstream, apiKey, versions, keyId);
      const wanted = join === undefined ? undefined : await ownerToJoin(store, join);
      if (known !== undefined) {
        if (wanted !== undefined && wanted !== known) throw new IdentityError("key_has_other_library");
        return { ownerId: known, keyId, recoveryCode: undefined };
      }
      const row = { key_id: keyId, fingerprint: keyFingerprint(keyId), linked_at: nowMs };
      if (wanted !== undefined) {
        await linkKey(store, { ...row, owner_id: wanted });
        return { ownerId: wanted, keyId, recoveryCode: undefined };
      }
      const ownerId = `own_${randomBytes(15).toString("base64url")}`;
      const recoveryCode = makeRecoveryCode();
      await createOwner(store, { owner_id: ownerId, created_at: nowMs, recovery_hash: recoveryHash(recoveryCode) });
      await linkKey(store, { ...row, owner_id: ownerId });
      return { ownerId, keyId, recoveryCode };
    },
    keyIdOf(upstream, apiKey, versions),
  );
}

/** Answered from the store alone, without changing anything. */
export async function isKnownKey(
  store: Store,
  upstream: string,
  apiKey: string,
  versions: readonly SecretVersion[],
): Promise<boolean> {
  const rows = await Promise.all(versions.map((each) => findOwnerKey(store, keyIdUnder(each, upstream, apiKey))));
  return rows.some((row) => row !== undefined);
}

async function findKnownKey(
  store: Store,
  upstream: string,
  apiKey: string,
  versions: readonly SecretVersion[],
  keyId: string,
): Promise<string | undefined> {
  for (const version of versions) {
    const candidate = keyIdUnder(version, upstream, apiKey);
    const row = await findOwnerKey(store, candidate);
    if (row === undefined) continue;
    if (candidate !== keyId) await renameKey(store, candidate, keyId);
    return row.owner_id;
  }
  return undefined;
}

async function ownerToJoin(store: Store, join: { recoveryCode: string } | { ownerId: string }): Promise<string> {
  if ("ownerId" in join) return join.ownerId;
  const ownerId = await findOwnerByRecoveryHash(store, recoveryHash(join.recoveryCode));
  if (ownerId === undefined) throw new IdentityError("no_such_recovery_code");
  return ownerId;
}
