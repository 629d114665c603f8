import { createHash, randomBytes } from "node:crypto";
import { logEvent } from "../../log.ts";
import { RouteProblem } from "../../owners/answers.ts";
import type { KeyOwner } from "../../owners/owner.ts";
import type { KeySafe } from "../../owners/sealing.ts";
import {
  type AgentScope,
  type AgentTokenRow,
  addAgentToken,
  agentTokensMax,
  findAgentToken,
  noteAgentTokenUse,
} from "../../store/agent-tokens.ts";
import type { Service } from "../../upstream/service.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { keepAgentKeyOf, keepsAgentKey, keptUpstream } from "./kept-key.ts";
import { findAccess } from "./oauth/token.ts";

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
  const expiresAt = nowMs + wanted.days * dayMs;
  await safe.store.atomically(
    () => addToken({ safe, owner, nowMs }, { ...wanted, hash: agentTokenHash(token), expiresAt }),
    owner.ownerId,
  );
  return token;
}

interface Adding {
  readonly safe: KeySafe;
  readonly owner: KeyOwner;
  readonly nowMs: number;
}

type AddedToken = Omit<WantedToken, "days"> & { readonly hash: string; readonly expiresAt: number };

/** Adds the row of a token, within a transaction that holds its owner; returns its id. */
export async function addToken({ safe, owner, nowMs }: Adding, wanted: AddedToken): Promise<string> {
  const tokenId = `tok_${randomBytes(9).toString("base64url")}`;
  const { ownerId } = owner;
  if (!(await keepsAgentKey(safe, owner))) {
    if (!wanted.consent) throw consentRequired();
    await keepAgentKeyOf(safe, owner, nowMs);
  }
  const added = await addAgentToken(safe.store, {
    token_id: tokenId,
    owner_id: ownerId,
    token_hash: wanted.hash,
    name: wanted.name,
    scope: wanted.scope,
    daily_cap: wanted.scope === "spend" ? wanted.dailyCap : 0,
    total_cap: wanted.scope === "spend" ? wanted.totalCap : 0,
    created_at: nowMs,
    expires_at: wanted.expiresAt,
    used_at: null,
    revoked_at: null,
  });
  if (!added) {
    throw new RouteProblem({ status: 409, code: "tokens_full", detail: `There are ${agentTokensMax} tokens.` });
  }
  logEvent("agent_token_made", { ownerId, tokenId, action: wanted.scope });
  return tokenId;
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
export type Authenticated = AgentAccess | "unknown" | "ended" | "other_resource";

export async function authenticate(
  app: KeySafe & { readonly service: Service },
  token: string,
  baseUrl: string,
  nowMs: number,
  resource = "",
): Promise<Authenticated> {
  const { store } = app;
  const row = tokenForm.test(token)
    ? ((await findAgentToken(store, agentTokenHash(token))) ?? "unknown")
    : await findAccess(store, token, { resource, nowMs });
  if (typeof row === "string") return row;
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
