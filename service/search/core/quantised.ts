import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
/**
 * Unit vectors in an eighth of their size: each number in four bits, with one scale for all of a vector. The signs, a
 * bit each, roughly give how near two vectors are; the four bits then give it well.
 */
export interface Quantised {
  readonly scale: number;
  readonly codes: Uint8Array;
}

const middle = 8;
const steps = 7;

export function quantise(vector: Float32Array): Quantised {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 1 : largest / steps;
  const codes = new Uint8Array(Math.ceil(vector.length / 2));
  for (let i = 0; i < vector.length; i++) {
    const code = Math.round((vector[i] ?? outOfRange()) / scale) + middle;
    codes[i >> 1] = (codes[i >> 1] ?? outOfRange()) | ((i & 1) === 0 ? code : code << 4);
  }
  return { scale, codes };
}

/** The product of a whole vector with a quantised one: the cosine of both, nearly. */
export function cosineWith(vector: Float32Array, { scale, codes }: Quantised): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) {
    const byte = codes[i >> 1] ?? outOfRange();
    sum += (vector[i] ?? outOfRange()) * (((i & 1) === 0 ? byte & 15 : byte >> 4) - middle);
  }
  return sum * scale;
}

/** 32 signs in each number. */
export function signsOf(codes: Uint8Array, dimensions: number): Uint32Array {
  const signs = new Uint32Array(Math.ceil(dimensions / 32));
  for (let i = 0; i < dimensions; i++) {
    const byte = codes[i >> 1] ?? outOfRange();
    if (((i & 1) === 0 ? byte & 15 : byte >> 4) > middle)
      signs[i >> 5] = (signs[i >> 5] ?? outOfRange()) | (1 << (i & 31));
  }
  return signs;
}

export function bitCount(value: number): number {
  let bits = value - ((value >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
