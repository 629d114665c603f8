import { outOfRange } from "../../../lib/text/format/out-of-range.ts";

/** Tokens have 34 bits: three digits. */
const digitBits = 12;
const digits = 3;
const bucketCount = 2 ** digitBits;

/** Below this, counting three times over all buckets costs more than comparing. */
const shortLength = 4096;

/**
 * Sorts postings, each `token * scale + passage`, that come in order of passage. A radix sort over the token alone:
 * it keeps the passages of a token in order, and takes a fifth of the time of comparing the numbers.
 */
export function sortPostings(postings: Float64Array, scale: number): Float64Array {
  if (postings.length < shortLength) return postings.sort();
  let from = postings;
  let to: Float64Array = new Float64Array(postings.length);
  for (let digit = 0; digit < digits; digit++) {
    distribute(from, to, scale * bucketCount ** digit);
    [from, to] = [to, from];
  }
  return from;
}

/** Divisors are powers of two, so that multiplying by their inverse rounds nothing. */
function distribute(from: Float64Array, to: Float64Array, divisor: number): void {
  const inverse = 1 / divisor;
  const places = new Uint32Array(bucketCount);
  for (let i = 0; i < from.length; i++) {
    const bucket = ((from[i] ?? outOfRange()) * inverse) & (bucketCount - 1);
    places[bucket] = (places[bucket] ?? outOfRange()) + 1;
  }
  let next = 0;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const count = places[bucket] ?? outOfRange();
    places[bucket] = next;
    next += count;
  }
  for (let i = 0; i < from.length; i++) {
    const value = from[i] ?? outOfRange();
    const bucket = (value * inverse) & (bucketCount - 1);
    const place = places[bucket] ?? outOfRange();
    to[place] = value;
    places[bucket] = place + 1;
  }
}
