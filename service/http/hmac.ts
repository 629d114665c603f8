import { hash } from "node:crypto";

const blockBytes = 64;

/**
 * HMAC-SHA-256 (RFC 2104) by two calls of the one-shot hash. Node's own builds an object for every signature, which
 * takes longer than signing, for every page of a list.
 */
export function createHmacSha256(secret: Uint8Array): (message: string) => Buffer {
  const key = Buffer.alloc(blockBytes);
  key.set(secret.byteLength > blockBytes ? hash("sha256", secret, "buffer") : secret);
  const inner = key.map((byte) => byte ^ 0x36);
  const outer = Buffer.alloc(blockBytes + 32);
  outer.set(key.map((byte) => byte ^ 0x5c));
  return (message) => {
    outer.set(hash("sha256", Buffer.concat([inner, Buffer.from(message)]), "buffer"), blockBytes);
    return hash("sha256", outer, "buffer");
  };
}
