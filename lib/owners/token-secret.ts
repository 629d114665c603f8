import { deriveKey, type SecretVersion } from "./secrets.ts";

/**
 * Session cookies are encrypted under it; in a file of its own, since next-auth need not be loaded to sign a form's
 * token.
 */
export function tokenSecret(version: SecretVersion): string {
  return deriveKey(version, "session-token").toString("base64url");
}

/** next-auth also signs its CSRF cookie with this. */
export function newestTokenSecret(versions: readonly SecretVersion[]): string {
  const newest = versions[0];
  if (newest === undefined) throw new Error("no secret");
  return tokenSecret(newest);
}
