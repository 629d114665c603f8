import { createHmac } from "node:crypto";
import { isWellFormedKey, secretHashOf } from "./api-key.ts";

/** What an Authorization header says, before anyone has looked whether the key exists. */
export interface PresentedKey {
  readonly secretHash: Buffer;
  readonly wellFormed: boolean;
  /** Tells keys apart in a log, and helps nobody who reads it. */
  readonly fingerprint: string;
}

export interface PresentedKeys {
  /** Undefined where the header is no bearer token. */
  read(authorization: string): PresentedKey | undefined;
  /** The same few good keys come all the time: their hashes needn't be computed each time. Of wrong ones nothing is kept. */
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
