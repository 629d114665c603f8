import { createHash } from "node:crypto";
import { type AgentTokenRow, agentScopes, findAgentTokenById } from "../../../store/agent-tokens.ts";
import { findOauthGrant, type OauthGrantRow, putOauthTokens, useOauthCode } from "../../../store/oauth.ts";
import type { Store } from "../../../store/store.ts";
import { endAgentToken } from "../end-token.ts";
import { OauthProblem } from "./problems.ts";
import { isWithin } from "./scopes.ts";
import { makeOauthSecret, type OauthSecretKind, readOauthSecret } from "./secrets.ts";

const accessLifeMs = 3_600_000;

interface IssuedAnswer {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** The effect of a refused request on the grant. Nothing is thrown in a transaction, which would undo that. */
interface Refused {
  readonly refused: OauthProblem;
  readonly ends: boolean;
}

/** `POST /api/oauth/token`: a code, or a refresh token, becomes an access token and the next refresh token. */
export async function issueTokens(store: Store, form: URLSearchParams, nowMs: number): Promise<IssuedAnswer> {
  const type = form.get("grant_type");
  if (type === "authorization_code") return decided(store, "code", form, nowMs);
  if (type === "refresh_token") return decided(store, "refresh", form, nowMs);
  throw new OauthProblem("unsupported_grant_type", "Send grant_type authorization_code or refresh_token.");
}

async function decided(
  store: Store,
  kind: Exclude<OauthSecretKind, "access">,
  form: URLSearchParams,
  nowMs: number,
): Promise<IssuedAnswer> {
  const name = kind === "code" ? "code" : "refresh_token";
  const secret = readOauthSecret(form.get(name) ?? "");
  if (secret?.kind !== kind) throw invalid(`There is no such ${name}.`);
  const outcome = await store.atomically(async (): Promise<IssuedAnswer | Refused> => {
    const grant = await findOauthGrant(store, secret.familyHash);
    const token = grant === undefined ? undefined : await findAgentTokenById(store, grant.token_id);
    if (grant === undefined || token === undefined)
      return { refused: invalid(`There is no such ${name}.`), ends: false };
    if (token.revoked_at !== null || token.expires_at <= nowMs) {
      return { refused: invalid("What was granted was revoked or has expired."), ends: false };
    }
    const fault =
      faultOf(form, grant) ?? (kind === "code" ? codeFault : refreshFault)(form, { grant, hash: secret.hash });
    if (fault !== undefined) {
      if (fault.ends) await endAgentToken(store, token.owner_id, token.token_id, nowMs);
      return fault;
    }
    const scope = narrowed(form.get("scope"), token);
    if (scope === undefined) {
      return { refused: new OauthProblem("invalid_scope", "This is more than was granted."), ends: false };
    }
    if (kind === "code") await useOauthCode(store, grant, nowMs);
    return issue(store, { grant, scope, family: secret.family, nowMs });
  }, `oauth ${secret.familyHash}`);
  if ("refused" in outcome) throw outcome.refused;
  return outcome;
}

/** The same for both: whose it is, and for what. */
function faultOf(form: URLSearchParams, grant: OauthGrantRow): Refused | undefined {
  // A confused program does no harm to the grant of another one.
  if (form.get("client_id") !== grant.client_id) {
    return { refused: invalid("This was given to another client_id."), ends: false };
  }
  if ((form.get("resource") ?? grant.resource) !== grant.resource) {
    return { refused: new OauthProblem("invalid_target", "This was granted for another resource."), ends: false };
  }
  return undefined;
}

interface Presented {
  readonly grant: OauthGrantRow;
  readonly hash: string;
}

/** A code that comes twice, or without its verifier, is in the wrong hands: everything that came of it ends. */
function codeFault(form: URLSearchParams, { grant, hash }: Presented): Refused | undefined {
  if (hash !== grant.code_hash) return { refused: invalid("There is no such code."), ends: false };
  if (grant.code_used_at !== null) return { refused: invalid("This code was used before."), ends: true };
  if ((form.get("redirect_uri") ?? grant.redirect_address) !== grant.redirect_address) {
    return { refused: invalid("The code was sent to another redirect_uri."), ends: true };
  }
  const verifier = form.get("code_verifier") ?? "";
  const isVerifier = /^[\w.~-]{43,128}$/.test(verifier);
  if (!isVerifier || createHash("sha256").update(verifier).digest("base64url") !== grant.challenge) {
    return { refused: invalid("The code_verifier is not the one of the challenge."), ends: true };
  }
  return undefined;
}

/** Of a grant only the newest refresh token is good. An earlier one was copied, by its program or from it. */
function refreshFault(_: URLSearchParams, { grant, hash }: Presented): Refused | undefined {
  if (hash === grant.refresh_hash) return undefined;
  return { refused: invalid("This refresh token was used before: what was granted has ended."), ends: true };
}

/** The scope that was granted; a program that asks for less keeps what its owner chose. */
function narrowed(asked: string | null, { scope }: AgentTokenRow): string | undefined {
  const words = (asked ?? "").split(" ").filter((each) => each !== "");
  const known = agentScopes.filter((each) => words.includes(each));
  return known.length === words.length && known.every((each) => isWithin(each, scope)) ? scope : undefined;
}

interface Issuing {
  readonly grant: OauthGrantRow;
  readonly scope: string;
  readonly family: string;
  readonly nowMs: number;
}

async function issue(store: Store, { grant, scope, family, nowMs }: Issuing): Promise<IssuedAnswer> {
  const [access, refresh] = [makeOauthSecret("access", family), makeOauthSecret("refresh", family)];
  const accessExpiresAt = Math.min(nowMs + accessLifeMs, grant.ends_at);
  await putOauthTokens(store, {
    tokenId: grant.token_id,
    accessHash: hashOf(access),
    accessExpiresAt,
    refreshHash: hashOf(refresh),
  });
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.floor((accessExpiresAt - nowMs) / 1000),
    refresh_token: refresh,
    scope,
  };
}

function hashOf(secret: string): string {
  return readOauthSecret(secret)?.hash ?? "";
}

/** `POST /api/oauth/revoke` (RFC 7009): either token ends what was granted. An unknown one is as good as revoked. */
export async function revokeTokens(store: Store, form: URLSearchParams, nowMs: number): Promise<void> {
  const secret = readOauthSecret(form.get("token") ?? "");
  if (secret === undefined || secret.kind === "code") return;
  const grant = await findOauthGrant(store, secret.familyHash);
  if (grant === undefined || ![grant.access_hash, grant.refresh_hash].includes(secret.hash)) return;
  const clientId = form.get("client_id");
  if (clientId !== null && clientId !== grant.client_id) return;
  const token = await findAgentTokenById(store, grant.token_id);
  if (token !== undefined) await endAgentToken(store, token.owner_id, token.token_id, nowMs);
}

export type FoundAccess = AgentTokenRow | "unknown" | "ended" | "other_resource";

/** The token that an access token is for. */
export async function findAccess(
  store: Store,
  text: string,
  { resource, nowMs }: { readonly resource: string; readonly nowMs: number },
): Promise<FoundAccess> {
  const secret = readOauthSecret(text);
  if (secret?.kind !== "access") return "unknown";
  const grant = await findOauthGrant(store, secret.familyHash);
  const token = grant === undefined ? undefined : await findAgentTokenById(store, grant.token_id);
  if (grant === undefined || token === undefined) return "unknown";
  if (grant.resource !== resource) return "other_resource";
  const isNewest = grant.access_hash === secret.hash && (grant.access_expires_at ?? 0) > nowMs;
  return isNewest ? token : "ended";
}

function invalid(description: string): OauthProblem {
  return new OauthProblem("invalid_grant", description);
}
