import type { z } from "zod";
import {
  GrantRequest,
  type MadeKey,
  NewKeyRequest,
  operatorFromHeader,
  operatorRoot,
  TryAgainRequest,
} from "../../lib/contract/operator.ts";
import { newApiKey, newKeyId, secretHashOf } from "../domain/keys/api-key.ts";
import type { WrongKeys } from "../domain/limits/wrong-keys.ts";
import { canBeTriedAgain } from "../domain/market/market.ts";
import { standingOf } from "../domain/operator/guard.ts";
import { readState, type StateDeps } from "../domain/operator/state.ts";
import type { ChangeOutcome, OperatorAction, OperatorChange, OperatorKey } from "../storage/ports.ts";
import { readBody } from "./body.ts";
import type { Exchange } from "./exchange.ts";
import { notFound, Problem, retryAfter, ValidationProblem } from "./problem.ts";
import type { Incoming, Reply } from "./wire.ts";

/**
 * The operator's routes. They lie outside the interface, are answered 404 until an operator's key exists, and are opened
 * by such a key alone. GET changes nothing; every change has an id of the caller's, under which it happens once, and is
 * logged in its own transaction.
 */
export interface OperatorDeps extends StateDeps {
  readonly wrongKeys: WrongKeys;
}

interface Asked {
  readonly deps: OperatorDeps;
  readonly incoming: Incoming;
  readonly by: OperatorKey;
}

export function isOperatorPath(pathname: string): boolean {
  return pathname === operatorRoot || pathname.startsWith(`${operatorRoot}/`);
}

export async function operatorReply(
  deps: OperatorDeps,
  exchange: Exchange,
  incoming: Incoming,
  pathname: string,
): Promise<Reply> {
  const by = await admitted(deps, incoming);
  const asked = { deps, incoming, by };
  const value = await answer(asked, pathname.slice(operatorRoot.length));
  const headers = { ...exchange.headers, "Content-Type": "application/json", "Cache-Control": "no-store" };
  return { status: 200, headers, body: JSON.stringify(value) };
}

async function admitted({ operator, wrongKeys, nowMs }: OperatorDeps, incoming: Incoming): Promise<OperatorKey> {
  const authorization = incoming.header("authorization");
  const standing = standingOf(await operator.keys(), authorization);
  if (standing === "off")
    throw new Problem("not_found", "The operator's page is off.", { fields: { operator: "off" } });
  if (standing !== "refused") return standing;
  const fields = { operator: "on" } as const;
  if (authorization === null || authorization.trim() === "") {
    const headers = { "WWW-Authenticate": "Bearer" };
    throw new Problem("authentication_required", "An operator's key opens this.", { fields, headers });
  }
  const refused = wrongKeys.count(incoming.address, nowMs());
  if (refused !== undefined) {
    throw new Problem("rate_limit_exceeded", "Too many wrong keys from this address.", {
      headers: retryAfter(refused.retryAtMs, nowMs()),
    });
  }
  const headers = { "WWW-Authenticate": 'Bearer error="invalid_token"' };
  throw new Problem("invalid_api_key", "This is no operator's key.", { fields, headers });
}

async function answer(asked: Asked, path: string): Promise<unknown> {
  const { deps, incoming, by } = asked;
  const keyRoute = /^\/keys\/(key_[0-9A-Za-z]{1,40})\/(credits|revoke)$/.exec(path);
  const [, id = "", action] = keyRoute ?? [];
  if (path === "") {
    if (incoming.method !== "GET") throw methodNotAllowed("GET");
    return readState(deps, by);
  }
  if (keyRoute === null && path !== "/keys" && path !== "/try-again") throw notFound("There is no such path.");
  if (incoming.method !== "POST") throw methodNotAllowed("POST");
  if (path === "/keys") return makeKey(asked);
  if (path === "/try-again") return tryAgain(asked);
  return action === "credits" ? grant(asked, id) : revoke(asked, id);
}

async function makeKey({ deps, incoming, by }: Asked): Promise<MadeKey> {
  const { name, credits, per_minute, per_day } = await bodyOf(incoming, NewKeyRequest);
  const key = newApiKey();
  const id = newKeyId();
  const change = changeOf(deps, incoming, by, {
    action: "key_made",
    subject: id,
    detail: `${name}, ${credits ?? "unlimited"} credits`,
  });
  const secretHash = secretHashOf(key);
  const limits = { entitled: true, perMinute: per_minute, perDay: per_day, credits };
  refuseUnlessDone(
    await deps.operator.createKey({ id, name, secretHash, createdAtMs: change.atMs, ...limits }, change),
    "",
  );
  return { id, key };
}

async function grant({ deps, incoming, by }: Asked, id: string): Promise<object> {
  const { credits } = await bodyOf(incoming, GrantRequest);
  const change = changeOf(deps, incoming, by, { action: "credits_granted", subject: id, detail: String(credits) });
  const outcome = await deps.operator.grant(id, credits, change);
  refuseUnlessDone(outcome, "There is no such key, or its credits are unlimited.");
  return { id };
}

async function revoke({ deps, incoming, by }: Asked, id: string): Promise<object> {
  const change = changeOf(deps, incoming, by, { action: "key_revoked", subject: id, detail: "" });
  const outcome = await deps.operator.revokeKey(id, change);
  refuseUnlessDone(outcome, "There is no such key, or it was revoked before.");
  return { id };
}

async function tryAgain({ deps, incoming, by }: Asked): Promise<object> {
  const { key } = await bodyOf(incoming, TryAgainRequest);
  const change = changeOf(deps, incoming, by, { action: "tried_again", subject: key, detail: "" });
  const outcome = (await canBeTriedAgain(deps.ingestRecords(), key))
    ? await deps.operator.tryAgain(key, change)
    : "unknown";
  refuseUnlessDone(outcome, "Nothing like that is set aside, or it has to be dropped again.");
  return { key };
}

function refuseUnlessDone(outcome: ChangeOutcome, unknown: string): void {
  if (outcome === "repeated") throw new Problem("idempotency_key_reused", "This was done before; nothing was changed.");
  if (outcome === "unknown") throw notFound(unknown);
}

function changeOf(
  { nowMs }: OperatorDeps,
  incoming: Incoming,
  by: OperatorKey,
  what: { readonly action: OperatorAction; readonly subject: string; readonly detail: string },
): OperatorChange {
  const id = incoming.header("idempotency-key") ?? "";
  if (!/^[\x21-\x7e]{16,128}$/.test(id)) {
    throw new Problem("malformed_request", "Send an Idempotency-Key of 16 to 128 characters with each change.");
  }
  const from = incoming.header(operatorFromHeader) ?? "";
  const address = /^[0-9A-Za-z.:%[\]-]{1,64}$/.test(from) ? from : incoming.address;
  return { id, atMs: nowMs(), operatorKeyId: by.id, address, ...what };
}

async function bodyOf<T>(incoming: Incoming, schema: z.ZodType<T>): Promise<T> {
  const body = await readBody(incoming);
  if (body === undefined) throw new ValidationProblem([{ loc: ["body"], msg: "Field required", type: "missing" }]);
  if ("unreadable" in body) throw new ValidationProblem([{ loc: ["body"], ...body.unreadable }]);
  const parsed = schema.safeParse(body.json);
  if (parsed.success) return parsed.data;
  throw new ValidationProblem(
    parsed.error.issues.map(({ path, message, code }) => ({
      loc: ["body", ...path.map(String)],
      msg: message,
      type: code,
    })),
  );
}

function methodNotAllowed(allow: string): Problem {
  return new Problem("method_not_allowed", `This path answers to ${allow}.`, { headers: { Allow: allow } });
}
