import { createHash, randomBytes } from "node:crypto";
import { logEvent } from "../../log.ts";
import { RouteProblem } from "../../owners/answers.ts";
import type { KeySafe } from "../../owners/sealing.ts";
import {
  type AgentScope,
  type AgentTokenRow,
  addAgentToken,
  agentTokensMax,
  findAgentToken,
  noteAgentTokenUse,
  revokeAgentToken,
} from "../../store/agent-tokens.ts";
import type { Store } from "../../store/database.ts";
import type { Service } from "../../upstream/service.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { type KeyOwner, keepAgentKeyOf, keepsAgentKey, keptUpstream, logAgentKeyLetGo } from "./kept-key.ts";

/**
 * Tokens by which programs act for an owner. A token is shown once and stored as a hash. It opens the door for programs alone and
 * never reveals the service key, which stays sealed here.
 */
export interface WantedToken {
  readonly name: string;
  readonly scope: AgentScope;
  readonly dailyCap: number;
  readonly totalCap: number;
  readonly days: number;
  readonly consent: boolean;
}

const tokenForm = /^hkt_[\w-]{43}$/;
const dayMs = 24 * 3_600_000;

export function agentTokenHash(token: string): string {
  return createHash("sha256").update(`hiraku agent token\0${token}`).digest("hex");
}

/** Returns the token, this once. */
export async function makeAgentToken(
  safe: KeySafe,
  owner: KeyOwner,
  wanted: WantedToken,
  nowMs: number,
): Promise<string> {
  const token = `hkt_${randomBytes(32).toString("base64url")}`;
  const tokenId = `tok_${randomBytes(9).toString("base64url")}`;
  const { store } = safe;
  const { ownerId } = owner;
  await store.atomically(async () => {
    if (!(await keepsAgentKey(safe, owner))) {
      if (!wanted.consent) throw consentRequired();
      await keepAgentKeyOf(safe, owner, nowMs);
    }
    const added = await addAgentToken(store, {
      token_id: tokenId,
      owner_id: ownerId,
      token_hash: agentTokenHash(token),
      name: wanted.name,
      scope: wanted.scope,
      daily_cap: wanted.scope === "spend" ? wanted.dailyCap : 0,
      total_cap: wanted.scope === "spend" ? wanted.totalCap : 0,
      created_at: nowMs,
      expires_at: nowMs + wanted.days * dayMs,
      used_at: null,
      revoked_at: null,
    });
    if (!added) {
      throw new RouteProblem({ status: 409, code: "tokens_full", detail: `There are ${agentTokensMax} tokens.` });
    }
  }, ownerId);
  logEvent("agent_token_made", { ownerId, tokenId, action: wanted.scope });
  return token;
}

export async function endAgentToken(store: Store, ownerId: string, tokenId: string, nowMs: number): Promise<void> {
  const { revoked, keyLetGo } = await revokeAgentToken(store, { ownerId, tokenId, nowMs });
  if (revoked) logEvent("agent_token_revoked", { ownerId, tokenId });
  if (keyLetGo) logAgentKeyLetGo(ownerId, "nothing_needs_it");
}

/** After the kept key was refused or replaced, its owner says again that this session's key may serve the tokens. */
export async function serveTokensWithKey(safe: KeySafe, owner: KeyOwner, nowMs: number): Promise<void> {
  await safe.store.atomically(async () => keepAgentKeyOf(safe, owner, nowMs), owner.ownerId);
}

/** Who calls: the token's owner, with the key that serves it. */
export interface AgentAccess {
  readonly token: AgentTokenRow;
  /** Undefined where the service has refused the key that was kept: then only what is owned can be read. */
  readonly upstream: Upstream | undefined;
}

/** `unknown`: no such token was ever made, which may be a guess. */
export type Authenticated = AgentAccess | "unknown" | "ended";

export async function authenticate(
  app: KeySafe & { readonly service: Service },
  token: string,
  baseUrl: string,
  nowMs: number,
): Promise<Authenticated> {
  const { store } = app;
  const row = tokenForm.test(token) ? await findAgentToken(store, agentTokenHash(token)) : undefined;
  if (row === undefined) return "unknown";
  if (row.revoked_at !== null || row.expires_at <= nowMs) return "ended";
  await noteAgentTokenUse(store, row, nowMs);
  return { token: row, upstream: await keptUpstream(app, row.owner_id, baseUrl) };
}

function consentRequired(): RouteProblem {
  return new RouteProblem({
    status: 409,
    code: "consent_required",
    detail: "The service key would be kept, encrypted, beyond this session. Say that it may be.",
  });
}
