import { isAllowedHost } from "../kit/hosts.ts";
import { app } from "../running-app.ts";
import { cookieIn, cookieNames, isSecure } from "./cookies.ts";
import { keyFingerprint } from "./identity.ts";
import type { Owner } from "./owner.ts";
import { isLocalCaller } from "./peer-address.ts";
import { resumeSession } from "./sessions.ts";
import { sessionIdFromToken } from "./token.ts";

/** The owner whose session a request's headers name; undefined where there is none. */
export async function findOwner(headers: Pick<Headers, "get">): Promise<Owner | undefined> {
  const { settings, secrets, store, service } = app();
  const { publicOrigin, apiUrl } = settings;
  if (!isAllowedHost(headers.get("host"), { publicOrigin, isLocal: isLocalCaller(headers) })) return undefined;
  const token = cookieIn(headers.get("cookie") ?? undefined, cookieNames(isSecure(publicOrigin)).session);
  const sessionId = token === undefined ? undefined : await sessionIdFromToken(token, secrets);
  if (sessionId === undefined) return undefined;
  const session = await resumeSession(store, sessionId, {
    nowMs: Date.now(),
    upstreamUrl: apiUrl,
    versions: secrets,
  });
  if (session === undefined) return undefined;
  return {
    ownerId: session.ownerId,
    upstream: { service, baseUrl: session.upstreamUrl, key: session.apiKey, keyId: session.keyId },
    fingerprint: keyFingerprint(session.keyId),
    sessionHash: session.sessionHash,
    demo: session.demo,
    createdAtMs: session.createdAtMs,
  };
}
