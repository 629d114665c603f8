import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * The form of a key: `hk_`, or `hko_` for an operator's, then 34 random base62 characters, and a checksum of 6, so that a scanner can distinguish a
 * leaked key from similar strings, and a mistyped key is refused without a query.
 */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 34;
const checkLength = 6;
const shape = /^hk_[0-9A-Za-z]{40}$/;
const operatorShape = /^hko_[0-9A-Za-z]{40}$/;

/** A uniformly distributed number from 0 up to, not including, `below`. */
export type RandomInt = (below: number) => number;

export function newApiKey(random: RandomInt = randomInt): string {
  return `hk_${checkedSecret(random)}`;
}

/** Opens the operator's routes alone. */
export function newOperatorKey(random: RandomInt = randomInt): string {
  return `hko_${checkedSecret(random)}`;
}

export function newKeyId(random: RandomInt = randomInt): string {
  return `key_${randomText(12, random)}`;
}

export function newOperatorKeyId(random: RandomInt = randomInt): string {
  return `op_${randomText(12, random)}`;
}

export function isWellFormedKey(text: string): boolean {
  return shape.test(text) && isChecked(text.slice(3));
}

export function isWellFormedOperatorKey(text: string): boolean {
  return operatorShape.test(text) && isChecked(text.slice(4));
}

/** The stored hash of a key. 200 bits of randomness need no salt and no slow hash. */
export function secretHashOf(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

function checkedSecret(random: RandomInt): string {
  const secret = randomText(secretLength, random);
  return secret + checkOf(secret);
}

function randomText(length: number, random: RandomInt): string {
  let text = "";
  for (let i = 0; i < length; i++) text += alphabet[random(alphabet.length)];
  return text;
}

function isChecked(secret: string): boolean {
  return checkOf(secret.slice(0, secretLength)) === secret.slice(-checkLength);
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
