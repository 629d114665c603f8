import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { isAllowedHost } from "../../kit/hosts.ts";
import { cookieIn, cookieNames, isSecure } from "../../owners/cookies.ts";
import { isLocalCaller } from "../../owners/peer-address.ts";
import { seal, sealPurposes, UnsealError, unseal } from "../../owners/sealing.ts";
import { app } from "../../running-app.ts";
import { deleteOperatorSession, findOperatorSession, insertOperatorSession } from "../../store/operator-sessions.ts";

/** An operator's session has nothing of a reader's: its own cookie, its own table, no library, half an hour. */
export const operatorSessionMs = 30 * 60_000;

/** Whose sealed value it is, in the place of an owner. */
const whose = "operator";

export interface OperatorSession {
  readonly sessionHash: string;
  readonly key: string;
  readonly endsAtMs: number;
}

/** Returns the cookie that begins it. */
export async function beginOperatorSession(key: string, nowMs: number): Promise<string> {
  const { store, settings, secrets } = app();
  const id = randomBytes(32).toString("base64url");
  const row = {
    session_hash: hashOf(id),
    upstream: settings.apiUrl,
    sealed_key: seal(key, { owner: whose, purpose: sealPurposes.operatorKey }, secrets),
    created_at: nowMs,
  };
  await insertOperatorSession(store, row, nowMs - operatorSessionMs);
  return cookieOf(id, operatorSessionMs / 1000);
}

/** Undefined where there is none, or it has ended. Changes nothing. */
export async function findOperator(headers: Pick<Headers, "get">, nowMs: number): Promise<OperatorSession | undefined> {
  const { store, settings, secrets } = app();
  const { publicOrigin, apiUrl } = settings;
  if (!isAllowedHost(headers.get("host"), { publicOrigin, isLocal: isLocalCaller(headers) })) return undefined;
  const id = sessionIdIn(headers);
  const row = id === undefined ? undefined : await findOperatorSession(store, hashOf(id));
  // The app now uses another service, and this key must not be sent to it.
  if (row === undefined || row.upstream !== apiUrl) return undefined;
  const endsAtMs = row.created_at + operatorSessionMs;
  if (nowMs >= endsAtMs || nowMs < row.created_at) return undefined;
  try {
    const key = unseal(row.sealed_key, { owner: whose, purpose: sealPurposes.operatorKey }, secrets);
    return { sessionHash: row.session_hash, key, endsAtMs };
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

/** Ends the one that the request's cookie names, and returns the cookie that removes it. */
export async function endOperatorSession(headers: Pick<Headers, "get">): Promise<string> {
  const id = sessionIdIn(headers);
  if (id !== undefined) await deleteOperatorSession(app().store, hashOf(id));
  return cookieOf("", 0);
}

export function hasOperatorCookie(headers: Pick<Headers, "get">): boolean {
  return sessionIdIn(headers) !== undefined;
}

/** True where a key that was typed again is the session's own. */
export function isSameKey(session: OperatorSession, typed: string): boolean {
  const [a, b] = [session.key, typed].map((each) => createHash("sha256").update(each).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

function sessionIdIn(headers: Pick<Headers, "get">): string | undefined {
  const { operator } = cookieNames(isSecure(app().settings.publicOrigin));
  const id = cookieIn(headers.get("cookie") ?? undefined, operator);
  return id === undefined || id === "" ? undefined : id;
}

function cookieOf(value: string, seconds: number): string {
  const secure = isSecure(app().settings.publicOrigin);
  const flags = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure ? "; Secure" : ""}`;
  return `${cookieNames(secure).operator}=${value}; ${flags}`;
}

function hashOf(sessionId: string): string {
  return createHash("sha256").update(`hiraku operator session\0${sessionId}`).digest("hex");
}
