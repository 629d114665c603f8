import { RouteProblem } from "../../../owners/answers.ts";
import type { KeyOwner } from "../../../owners/owner.ts";
import type { KeySafe } from "../../../owners/sealing.ts";
import { type AgentScope, agentScopes } from "../../../store/agent-tokens.ts";
import { addOauthGrant } from "../../../store/oauth.ts";
import type { Store } from "../../../store/store.ts";
import type { OutsideNetwork } from "../../../upstream/public-agent.ts";
import { addToken, type WantedToken } from "../tokens.ts";
import { isKnownRedirect } from "./addresses.ts";
import { findClient, type OauthClient } from "./clients.ts";
import { resourceAt } from "./metadata.ts";
import { isWithin } from "./scopes.ts";
import { makeFamily, makeOauthSecret, oauthHash } from "./secrets.ts";

/** Long enough for one request, and no longer: a code is in an address, which may be logged. */
const codeLifeMs = 60_000;
const dayMs = 24 * 3_600_000;
const lengthMax = 2_000;

/** A program's request, checked. */
interface AskedGrant {
  readonly client: OauthClient;
  readonly redirect: string;
  readonly state: string | null;
  readonly challenge: string;
  readonly resource: string;
  /** The most that may be granted. */
  readonly scopeMax: AgentScope;
}

/** `unknown_program` and `wrong_redirect` are never told to the address that was asked for: it may be anybody's. */
export type AuthorizeFault =
  | "unknown_program"
  | "wrong_redirect"
  | "invalid_request"
  | "unsupported_response_type"
  | "invalid_target"
  | "invalid_scope";

export type ReadGrant =
  | { readonly asked: AskedGrant }
  | { readonly fault: AuthorizeFault /** Where the program is told so. */; readonly back: string | null };

interface ReadingGrant {
  readonly store: Store;
  readonly network: OutsideNetwork;
  readonly origin: string;
}

/** Reads what stands in the address of the consent page. */
export async function readGrant(search: string, { store, network, origin }: ReadingGrant): Promise<ReadGrant> {
  const query = new URLSearchParams(search.slice(0, lengthMax * 2));
  const isTwice = [...new Set(query.keys())].some((name) => query.getAll(name).length > 1);
  const client = await findClient(store, query.get("client_id") ?? "", network);
  if (client === undefined) return { fault: "unknown_program", back: null };
  const redirect = query.get("redirect_uri") ?? "";
  if (!isKnownRedirect(redirect, client.redirects)) return { fault: "wrong_redirect", back: null };
  const state = query.get("state");
  const refused = (fault: AuthorizeFault): ReadGrant => ({
    fault,
    back: backTo(redirect, { error: fault, state, iss: origin }),
  });
  if (isTwice || search.length > lengthMax * 2) return refused("invalid_request");
  if (query.get("response_type") !== "code") return refused("unsupported_response_type");
  const challenge = query.get("code_challenge") ?? "";
  // `plain` would show the verifier to whoever sees the address.
  if (query.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge))
    return refused("invalid_request");
  const resource = resourceAt(origin);
  if ((query.get("resource") ?? resource) !== resource) return refused("invalid_target");
  const scopeMax = highestScope(query.get("scope"));
  if (scopeMax === undefined) return refused("invalid_scope");
  return { asked: { client, redirect, state, challenge, resource, scopeMax } };
}

/** A scope that is not ours is passed over; undefined where none is. */
function highestScope(text: string | null): AgentScope | undefined {
  if (text === null || text.trim() === "") return "spend";
  const words = text.split(" ");
  return agentScopes.findLast((each) => words.includes(each));
}

interface Granting {
  readonly safe: KeySafe;
  readonly owner: KeyOwner;
  readonly origin: string;
  readonly nowMs: number;
}

/** Stores the owner's choice, for which the program gets a code. Returns the address to go to. */
export async function grantCode(
  asked: AskedGrant,
  wanted: WantedToken,
  { safe, owner, origin, nowMs }: Granting,
): Promise<string> {
  if (!isWithin(wanted.scope, asked.scopeMax)) {
    throw new RouteProblem({ status: 422, code: "validation_failed", detail: "The program has not asked for that." });
  }
  const family = makeFamily();
  const code = makeOauthSecret("code", family);
  const codeExpiresAt = nowMs + codeLifeMs;
  await safe.store.atomically(async () => {
    // Nobody has this token by itself. Until its code is used it ends with the code.
    const tokenId = await addToken(
      { safe, owner, nowMs },
      { ...wanted, hash: `grant ${oauthHash(family)}`, expiresAt: codeExpiresAt },
    );
    await addOauthGrant(safe.store, {
      token_id: tokenId,
      family_hash: oauthHash(family),
      client_id: asked.client.clientId,
      redirect_address: asked.redirect,
      resource: asked.resource,
      challenge: asked.challenge,
      code_hash: oauthHash(code),
      code_expires_at: codeExpiresAt,
      code_used_at: null,
      ends_at: nowMs + wanted.days * dayMs,
      access_hash: null,
      access_expires_at: null,
      refresh_hash: null,
    });
  }, owner.ownerId);
  return backTo(asked.redirect, { code, state: asked.state, iss: origin });
}

export function declined(asked: AskedGrant, origin: string): string {
  return backTo(asked.redirect, { error: "access_denied", state: asked.state, iss: origin });
}

/** The program's own query stays. The issuer tells it whose answer this is (RFC 9207). */
function backTo(redirect: string, said: Readonly<Record<string, string | null>>): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(said)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
