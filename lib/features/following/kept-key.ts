import { logEvent } from "../../log.ts";
import { type KeySafe, seal, sealPurposes, unseal } from "../../owners/sealing.ts";
import type { SecretVersion } from "../../owners/secrets.ts";
import type { Store } from "../../store/database.ts";
import { findKeptKey, type KeptKeyRow, keepKey, letGoOfRefusedKey } from "../../store/kept-keys.ts";
import type { Upstream } from "../../upstream/upstream.ts";

interface KeyOwner {
  readonly ownerId: string;
  readonly upstream: Upstream;
}

/** For the service that is set up. */
export async function keepsKey(store: Store, { ownerId, upstream }: KeyOwner): Promise<boolean> {
  return (await findKeptKey(store, ownerId))?.upstream === upstream.baseUrl;
}

/** Seals the key of this session into the store. Only with the owner's consent, which the caller has. */
export async function keepKeyOf(
  { store, secrets }: KeySafe,
  { ownerId, upstream }: KeyOwner,
  nowMs: number,
): Promise<void> {
  const { baseUrl, key, keyId } = upstream;
  await keepKey(store, {
    owner_id: ownerId,
    key_id: keyId,
    upstream: baseUrl,
    sealed_key: seal(key, { owner: ownerId, purpose: sealPurposes.keptKey }, secrets),
    consented_at: nowMs,
    next_check_at: nowMs,
    checked_at: null,
    problem: null,
  });
  logEvent("key_kept", { ownerId, keyId });
}

/** Undefined where none of the secrets opens it any more. */
export function keyOfKept(row: KeptKeyRow, secrets: readonly SecretVersion[]): string | undefined {
  try {
    return unseal(row.sealed_key, { owner: row.owner_id, purpose: sealPurposes.keptKey }, secrets);
  } catch {
    return undefined;
  }
}

/** Called when the service has refused a key. */
export async function forgetRefusedKey(store: Store, keyId: string): Promise<void> {
  for (const ownerId of await letGoOfRefusedKey(store, keyId)) logKeyLetGo(ownerId, "key_revoked");
}

export function logKeyLetGo(ownerId: string, reason: "key_revoked" | "nothing_needs_it"): void {
  logEvent("key_let_go", { ownerId, reason });
}
