import { createHash, randomBytes } from "node:crypto";

/**
 * Codes and tokens of a grant. All of one grant begin with the same random words (its family), so that one which was
 * used before is known for what it is although only the newest is stored.
 */
const prefixes = { code: "hkc", access: "hka", refresh: "hkr" } as const;
export type OauthSecretKind = keyof typeof prefixes;

const familyLength = 22;

export function makeFamily(): string {
  return randomBytes(16).toString("base64url");
}

export function makeOauthSecret(kind: OauthSecretKind, family: string): string {
  return `${prefixes[kind]}_${family}${randomBytes(32).toString("base64url")}`;
}

export function oauthHash(text: string): string {
  return createHash("sha256").update(`hiraku oauth\0${text}`).digest("hex");
}

interface ReadSecret {
  readonly kind: OauthSecretKind;
  readonly family: string;
  readonly familyHash: string;
  readonly hash: string;
}

/** Undefined for what was never made here. */
export function readOauthSecret(text: string): ReadSecret | undefined {
  const [, prefix, family] = new RegExp(`^(hk[car])_([\\w-]{${familyLength}})[\\w-]{43}$`).exec(text) ?? [];
  if (family === undefined) return undefined;
  const kind = prefix === prefixes.code ? "code" : prefix === prefixes.access ? "access" : "refresh";
  return { kind, family, familyHash: oauthHash(family), hash: oauthHash(text) };
}
