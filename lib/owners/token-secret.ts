import { deriveKey, type SecretVersion } from "./secrets.ts";

/** Encrypts session cookies; in a file of its own, since signing a form's token needs no next-auth. */
export function tokenSecret(version: SecretVersion): string {
  return deriveKey(version, "session-token").toString("base64url");
}

/** next-auth also signs its CSRF cookie with this. */
export function newestTokenSecret(versions: readonly SecretVersion[]): string {
  const newest = versions[0];
  if (newest === undefined) throw new Error("no secret");
  return tokenSecret(newest);
}
