import { decode, encode } from "next-auth/jwt";
import { deriveKey, type SecretVersion } from "./secrets.ts";

/** The session cookie: next-auth's encrypted token, which contains an opaque session id and nothing else. */

function tokenSecret(version: SecretVersion): string {
  return deriveKey(version, "session-token").toString("base64url");
}

/** next-auth also signs its CSRF cookie with this. */
export function newestTokenSecret(versions: readonly SecretVersion[]): string {
  const newest = versions[0];
  if (newest === undefined) throw new Error("no secret");
  return tokenSecret(newest);
}

export async function sessionToken(
  sessionId: string,
  maxAgeS: number,
  versions: readonly SecretVersion[],
): Promise<string> {
  return encode({ token: { sid: sessionId }, secret: newestTokenSecret(versions), maxAge: maxAgeS });
}

/**
 * The session id in a cookie sealed under any version of the secret; undefined for a forged, expired or damaged one.
 */
export async function sessionIdFromToken(
  token: string,
  versions: readonly SecretVersion[],
): Promise<string | undefined> {
  for (const version of versions) {
    try {
      const claims = await decode({ token, secret: tokenSecret(version) });
      return typeof claims?.["sid"] === "string" ? claims["sid"] : undefined;
    } catch {
      // Not under this version.
    }
  }
  return undefined;
}
