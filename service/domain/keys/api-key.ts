import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * The form of a key: `hk_`, 34 random base62 characters, and a checksum of 6, so that a scanner can distinguish a
 * leaked key from similar strings, and a mistyped key is refused without a query.
 */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 34;
const checkLength = 6;
const shape = /^hk_[0-9A-Za-z]{40}$/;

/** A uniformly distributed number from 0 up to, not including, `below`. */
export type RandomInt = (below: number) => number;

export function newApiKey(random: RandomInt = randomInt): string {
  let secret = "";
  for (let i = 0; i < secretLength; i++) secret += alphabet[random(alphabet.length)];
  return `hk_${secret}${checkOf(secret)}`;
}

export function newKeyId(random: RandomInt = randomInt): string {
  let id = "";
  for (let i = 0; i < 12; i++) id += alphabet[random(alphabet.length)];
  return `key_${id}`;
}

export function isWellFormedKey(text: string): boolean {
  return shape.test(text) && checkOf(text.slice(3, 3 + secretLength)) === text.slice(-checkLength);
}

/** The stored hash of a key. 200 bits of randomness need no salt and no slow hash. */
export function secretHashOf(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

function checkOf(secret: string): string {
  let rest = crc32(secret);
  let check = "";
  for (let i = 0; i < checkLength; i++) {
    check = alphabet[rest % alphabet.length] + check;
    rest = Math.floor(rest / alphabet.length);
  }
  return check;
}
