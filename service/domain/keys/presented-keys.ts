import { createHmac } from "node:crypto";
import { isWellFormedKey, secretHashOf } from "./api-key.ts";

/** The key in an Authorization header, before it is known whether the key exists. */
export interface PresentedKey {
  readonly secretHash: Buffer;
  readonly wellFormed: boolean;
  /** Distinguishes keys in a log, and can't be used as a key. */
  readonly fingerprint: string;
}

export interface PresentedKeys {
  /** Undefined where the header is no bearer token. */
  read(authorization: string): PresentedKey | undefined;
  /** Caches the hashes of valid keys, which are used again and again. Nothing is kept of wrong keys. */
  remember(authorization: string, presented: PresentedKey): void;
}

const rememberedCountMax = 10_000;

export function createPresentedKeys(fingerprintSecret: Uint8Array): PresentedKeys {
  const remembered = new Map<string, PresentedKey>();
  return {
    read: (authorization) => remembered.get(authorization) ?? compute(authorization, fingerprintSecret),
    remember(authorization, presented) {
      if (remembered.has(authorization)) return;
      if (remembered.size >= rememberedCountMax) remembered.clear();
      remembered.set(authorization, presented);
    },
  };
}

function compute(authorization: string, fingerprintSecret: Uint8Array): PresentedKey | undefined {
  const key = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  if (key === undefined) return undefined;
  const secretHash = secretHashOf(key);
  const fingerprint = createHmac("sha256", fingerprintSecret).update("key\0").update(secretHash).digest("hex");
  return { secretHash, wellFormed: isWellFormedKey(key), fingerprint: fingerprint.slice(0, 8) };
}
