import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { settings } from "../env.ts";
import { routes } from "../routes.ts";
import { noteSecretInPage } from "../server/answer-traits.ts";
import { store } from "../store/database.ts";
import { cookieNames, isSecure } from "./cookies.ts";
import { isAllowedHost } from "./hosts.ts";
import { keyFingerprint } from "./identity.ts";
import { isLocalCaller } from "./peer-address.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { requestHeaders } from "./request-headers.ts";
import { secrets } from "./secrets.ts";
import { resumeSession } from "./sessions.ts";
import { sessionIdFromToken } from "./token.ts";

/**
 * Finds the signed-in owner. Everything that reads or spends for an owner begins here.
 *
 *   const owner = await requireOwner();                                  // pages: else to the sign-in page
 *   export const GET = ownerRoute(async ({ owner, request }) => …);      // handlers: else 401 (lib/auth/owner-route)
 */
export interface Owner {
  readonly ownerId: string;
  readonly upstream: Upstream;
  readonly fingerprint: string;
  readonly sessionHash: string;
  readonly demo: boolean;
  readonly createdAtMs: number;
  readonly recoveryCode: string | undefined;
}

/** The signed-in owner, or undefined. Read once for each request. */
export const getSession = cache(async (): Promise<Owner | undefined> => {
  const { publicOrigin, apiUrl } = settings();
  const asked = await headers();
  if (!isAllowedHost(asked.get("host"), { publicOrigin, isLocal: isLocalCaller(asked) })) return undefined;
  const token = (await cookies()).get(cookieNames(isSecure(publicOrigin)).session)?.value;
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
});

/** For pages: returns the owner, or redirects to the sign-in page, which returns here afterwards. */
export async function requireOwner(): Promise<Owner> {
  const owner = await getSession();
  if (owner !== undefined) return owner;
  const next = await requestedPath();
  // A session cookie without a session means that it has ended; the sign-in page then says so.
  const had = (await cookies()).has(cookieNames(isSecure(settings().publicOrigin)).session);
  redirect(routes.signIn({ ...(next === "/" ? {} : { next }), ...(had ? { error: "session_ended" } : {}) }));
}

/** Path and query of the requested page, as the server passed them on (lib/server/admit.ts). */
export async function requestedPath(): Promise<string> {
  return (await headers()).get(requestHeaders.path) ?? "/";
}

/** The token that sign-in and sign-out forms carry as `csrfToken`. */
export async function csrfToken(): Promise<string> {
  noteSecretInPage();
  return (await headers()).get(requestHeaders.csrf) ?? "";
}

export async function requestedHost(): Promise<string | null> {
  return (await headers()).get("host");
}

/** Deletes this browser's session cookie. The session itself is ended in the store. */
export async function endSessionCookie(): Promise<void> {
  (await cookies()).delete({ name: cookieNames(isSecure(settings().publicOrigin)).session, path: "/" });
}
