import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** next-auth's double-submit cookie, `token|sha256(token + secret)`, for plain forms without scripts. */
export function makeCsrf(secret: string): { token: string; cookie: string } {
  const token = randomBytes(32).toString("hex");
  return { token, cookie: `${token}|${hashOf(token, secret)}` };
}

/** The token in a cookie made by this app, or undefined. */
export function csrfTokenIn(cookie: string | undefined, secret: string): string | undefined {
  const [token, hash] = (cookie ?? "").split("|");
  if (token === undefined || hash === undefined) return undefined;
  const expected = Buffer.from(hashOf(token, secret));
  const given = Buffer.from(hash);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

function hashOf(token: string, secret: string): string {
  return createHash("sha256").update(`${token}${secret}`).digest("hex");
}
