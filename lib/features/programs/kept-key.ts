import { logEvent } from "../../log.ts";
import type { KeyOwner } from "../../owners/owner.ts";
import { type KeySafe, seal, sealPurposes, unseal } from "../../owners/sealing.ts";
import type { SecretVersion } from "../../owners/secrets.ts";
import {
  type AgentKeyRow,
  findAgentKey,
  keepAgentKey,
  letGoOfRefusedAgentKey,
  letGoOfUnusedAgentKey,
  ownersOfUnusedAgentKeys,
} from "../../store/agent-tokens.ts";
import type { Store } from "../../store/database.ts";
import type { Service } from "../../upstream/service.ts";
import type { Upstream } from "../../upstream/upstream.ts";

/** The sealed service key that serves an owner's tokens: kept by consent until the last of them has ended. */

/** Only with the owner's consent, which the caller has. */
export async function keepAgentKeyOf(
  { store, secrets }: KeySafe,
  { ownerId, upstream }: KeyOwner,
  nowMs: number,
): Promise<void> {
  const { baseUrl, key, keyId } = upstream;
  await keepAgentKey(store, {
    owner_id: ownerId,
    key_id: keyId,
    upstream: baseUrl,
    sealed_key: seal(key, { owner: ownerId, purpose: sealPurposes.agentKey }, secrets),
    consented_at: nowMs,
  });
  logEvent("agent_key_kept", { ownerId, keyId });
}

export async function keepsAgentKey({ store, secrets }: KeySafe, { ownerId, upstream }: KeyOwner): Promise<boolean> {
  const row = await findAgentKey(store, ownerId);
  return row !== undefined && row.upstream === upstream.baseUrl && openedKey(row, secrets) !== undefined;
}

/** The key as the service is called with it; undefined where none is kept for the service that is set up. */
export async function keptUpstream(
  { store, secrets, service }: KeySafe & { readonly service: Service },
  ownerId: string,
  baseUrl: string,
): Promise<Upstream | undefined> {
  const row = await findAgentKey(store, ownerId);
  if (row === undefined || row.upstream !== baseUrl) return undefined;
  const key = openedKey(row, secrets);
  return key === undefined ? undefined : { service, baseUrl, key, keyId: row.key_id };
}

/** Undefined where none of the secrets opens it any more. */
function openedKey(row: AgentKeyRow, secrets: readonly SecretVersion[]): string | undefined {
  try {
    return unseal(row.sealed_key, { owner: row.owner_id, purpose: sealPurposes.agentKey }, secrets);
  } catch {
    return undefined;
  }
}

/** Called when the service has refused a key. */
export async function forgetRefusedAgentKey(store: Store, keyId: string): Promise<void> {
  for (const ownerId of await letGoOfRefusedAgentKey(store, keyId)) logAgentKeyLetGo(ownerId, "key_revoked");
}

/** Deletes the keys of owners whose tokens have all ended; called at the start and whenever tokens are listed. */
export async function forgetUnusedAgentKeys(store: Store, nowMs: number): Promise<void> {
  for (const ownerId of await ownersOfUnusedAgentKeys(store, nowMs)) {
    if (await letGoOfUnusedAgentKey(store, ownerId, nowMs)) logAgentKeyLetGo(ownerId, "nothing_needs_it");
  }
}

export function logAgentKeyLetGo(ownerId: string, reason: "key_revoked" | "nothing_needs_it"): void {
  logEvent("agent_key_let_go", { ownerId, reason });
}
