import { decode, encode } from "next-auth/jwt";
import type { SecretVersion } from "./secrets.ts";
import { newestTokenSecret, tokenSecret } from "./token-secret.ts";

/** The session cookie: next-auth's encrypted token, which contains an opaque session id and nothing else. */

export async function sessionToken(
  sessionId: string,
  maxAgeS: number,
  versions: readonly SecretVersion[],
): Promise<string> {
  return encode({ token: { sid: sessionId }, secret: newestTokenSecret(versions), maxAge: maxAgeS });
}

interface OpenedToken {
  readonly sessionId: string;
  readonly untilMs: number;
}

/** Opening one costs a tenth of a small page. The store is asked each time if the session is still open. */
const opened = new WeakMap<readonly SecretVersion[], Map<string, OpenedToken>>();
const openedMax = 1_000;

/** Sealed under any version of the secret; undefined for a forged, expired or damaged cookie. */
export async function sessionIdFromToken(
  token: string,
  versions: readonly SecretVersion[],
): Promise<string | undefined> {
  const known = opened.get(versions) ?? new Map<string, OpenedToken>();
  opened.set(versions, known);
  const before = known.get(token);
  if (before !== undefined && Date.now() < before.untilMs) return before.sessionId;
  for (const version of versions) {
    try {
      const claims = await decode({ token, secret: tokenSecret(version) });
      const sessionId = claims?.["sid"];
      if (typeof sessionId !== "string") return undefined;
      if (known.size >= openedMax) known.clear();
      const expiresS = claims?.["exp"];
      if (typeof expiresS === "number") known.set(token, { sessionId, untilMs: expiresS * 1000 });
      return sessionId;
    } catch {
      // Not under this version.
    }
  }
  return undefined;
}
