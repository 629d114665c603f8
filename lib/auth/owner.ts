import { settings } from "../env.ts";
import { store } from "../store/database.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { cookieIn, cookieNames, isSecure } from "./cookies.ts";
import { isAllowedHost } from "./hosts.ts";
import { keyFingerprint } from "./identity.ts";
import { isLocalCaller } from "./peer-address.ts";
import { secrets } from "./secrets.ts";
import { resumeSession } from "./sessions.ts";
import { sessionIdFromToken } from "./token.ts";

/** The signed-in owner of a request. Everything that reads or spends for an owner gets it as an argument. */
export interface Owner {
  readonly ownerId: string;
  readonly upstream: Upstream;
  readonly fingerprint: string;
  readonly sessionHash: string;
  readonly demo: boolean;
  readonly createdAtMs: number;
  readonly recoveryCode: string | undefined;
}

/** The owner whose session a request's headers name; undefined where there is none. */
export async function findOwner(headers: Pick<Headers, "get">): Promise<Owner | undefined> {
  const { publicOrigin, apiUrl } = settings();
  if (!isAllowedHost(headers.get("host"), { publicOrigin, isLocal: isLocalCaller(headers) })) return undefined;
  const token = cookieIn(headers.get("cookie") ?? undefined, cookieNames(isSecure(publicOrigin)).session);
  const sessionId = token === undefined ? undefined : await sessionIdFromToken(token, secrets());
  if (sessionId === undefined) return undefined;
  const session = await resumeSession(store(), sessionId, {
    nowMs: Date.now(),
    upstreamUrl: apiUrl,
    versions: secrets(),
  });
  if (session === undefined) return undefined;
  return {
    ownerId: session.ownerId,
    upstream: { baseUrl: session.upstreamUrl, key: session.apiKey, keyId: session.keyId },
    fingerprint: keyFingerprint(session.keyId),
    sessionHash: session.sessionHash,
    demo: session.demo,
    createdAtMs: session.createdAtMs,
    recoveryCode: session.recoveryCode,
  };
}

const answers = new WeakMap<Owner, Map<string, Promise<unknown>>>();

/**
 * Asks once for each request, however many parts of a page need the answer: a request's owner is an object of its own.
 * `name` says what is asked, with its arguments.
 */
export function oncePerRequest<T>(owner: Owner, name: string, ask: () => Promise<T>): Promise<T> {
  const asked = answers.get(owner) ?? new Map<string, Promise<unknown>>();
  answers.set(owner, asked);
  const before = asked.get(name);
  // The name decides the type: each is asked for in one place.
  if (before !== undefined) return before as Promise<T>;
  const answer = ask();
  asked.set(name, answer);
  return answer;
}
