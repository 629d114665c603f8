import { logEvent } from "../../log.ts";
import { revokeAgentToken } from "../../store/agent-tokens.ts";
import type { Store } from "../../store/database.ts";
import { logAgentKeyLetGo } from "./kept-key.ts";

export async function endAgentToken(store: Store, ownerId: string, tokenId: string, nowMs: number): Promise<void> {
  const { revoked, keyLetGo } = await revokeAgentToken(store, { ownerId, tokenId, nowMs });
  if (revoked) logEvent("agent_token_revoked", { ownerId, tokenId });
  if (keyLetGo) logAgentKeyLetGo(ownerId, "nothing_needs_it");
}
