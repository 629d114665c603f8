import { outOfRange } from "../../../lib/text/format/out-of-range.ts";

/**
 * Postings as bytes. A block holds ascending tokens: for each its distance from the one before, the number of its
 * passages and the length of their bytes, then all bytes. A posting is the distance from the passage before (the
 * first from the segment's), times two, plus one where a count follows; a count that is missing is 1.
 */
const blockBytesAim = 8_000;
const keptBytesMax = 1_048_576;

export class Bytes {
  #bytes = new Uint8Array(4096);
  length = 0;

  view(from = 0): Uint8Array {
    return this.#bytes.subarray(from, this.length);
  }

  /** Keeps its memory, unless something long made it large. */
  clear(): void {
    this.length = 0;
    if (this.#bytes.length > keptBytesMax) this.#bytes = new Uint8Array(4096);
  }

  /** Up to 2^53: tokens are wider than 32 bits. */
  number(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x8000_0000) {
      this.#bytes[this.length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.#bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.length++] = rest;
  }

  posting(distance: number, count: number): void {
    if (count === 1) this.number(distance * 2);
    else {
      this.number(distance * 2 + 1);
      this.number(Math.min(count, 255));
    }
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
  }
}

export class NumberReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  next(): number {
    let byte = this.bytes[this.at++] ?? outOfRange();
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = this.bytes[this.at++] ?? outOfRange();
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }
}

/** Packs tokens, given in ascending order, into blocks. */
export class BlockPacker {
  readonly firstTokens: number[] = [];
  byteCount = 0;
  readonly #write: (data: Uint8Array) => void;
  readonly #head = new Bytes();
  readonly #body = new Bytes();
  #count = 0;
  #lastToken = 0;

  constructor(write: (data: Uint8Array) => void) {
    this.#write = write;
  }

  add(token: number, passageCount: number, postings: Uint8Array): void {
    if (this.#count > 0 && this.#head.length + this.#body.length + postings.length > blockBytesAim) this.flush();
    if (this.#count === 0) {
      this.firstTokens.push(token);
      this.#lastToken = 0;
    }
    this.#head.number(token - this.#lastToken);
    this.#head.number(passageCount);
    this.#head.number(postings.length);
    this.#body.append(postings);
    this.#lastToken = token;
    this.#count++;
  }

  flush(): void {
    if (this.#count === 0) return;
    const block = new Bytes();
    block.number(this.#count);
    block.append(this.#head.view());
    block.append(this.#body.view());
    this.byteCount += block.length;
    this.#write(block.view());
    this.#head.clear();
    this.#body.clear();
    this.#count = 0;
  }
}

/** In `bytes`: the first number apart from the rest, and the last passage. */
export interface PostingsSpan {
  readonly bytes: Uint8Array;
  readonly first: number;
  readonly restFrom: number;
  readonly end: number;
  readonly last: number;
}

export class Block {
  readonly tokens: Float64Array;
  readonly passageCounts: Uint32Array;
  /** One for each token, and one more for the end. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;

  constructor(data: Uint8Array) {
    const reader = new NumberReader(data);
    const count = reader.next();
    this.tokens = new Float64Array(count);
    this.passageCounts = new Uint32Array(count);
    this.offsets = new Uint32Array(count + 1);
    let token = 0;
    let offset = 0;
    for (let i = 0; i < count; i++) {
      token += reader.next();
      this.tokens[i] = token;
      this.passageCounts[i] = reader.next();
      this.offsets[i] = offset;
      offset += reader.next();
    }
    this.offsets[count] = offset;
    this.bytes = data.subarray(reader.at);
  }

  /** Roughly what it takes of memory. */
  get size(): number {
    return this.bytes.byteLength + this.tokens.length * 16 + 200;
  }

  /** Place of a token, or -1. */
  find(token: number): number {
    const at = lastAtMost(this.tokens, token);
    return at >= 0 && this.tokens[at] === token ? at : -1;
  }

  span(index: number, firstPassage: number): PostingsSpan {
    const bytes = this.bytes;
    const end = this.offsets[index + 1] ?? outOfRange();
    const reader = new NumberReader(bytes, this.offsets[index] ?? outOfRange());
    const first = reader.next();
    const restFrom = reader.at;
    let last = firstPassage + (first >>> 1);
    if ((first & 1) === 1) reader.next();
    while (reader.at < end) {
      const value = reader.next();
      last += value >>> 1;
      if ((value & 1) === 1) reader.next();
    }
    return { bytes, first, restFrom, end, last };
  }

  /** Writes passages and counts of the token at `index` behind `at`. Returns the new end. */
  decode(index: number, firstPassage: number, passages: Uint32Array, counts: Uint8Array, at: number): number {
    const bytes = this.bytes;
    const end = this.offsets[index + 1] ?? outOfRange();
    let position = this.offsets[index] ?? outOfRange();
    let passage = firstPassage;
    let out = at;
    while (position < end) {
      let byte = bytes[position++] ?? outOfRange();
      let value = byte & 127;
      let shift = 7;
      while (byte >= 128) {
        byte = bytes[position++] ?? outOfRange();
        value |= (byte & 127) << shift;
        shift += 7;
      }
      let count = 1;
      if ((value & 1) === 1) {
        count = bytes[position++] ?? outOfRange();
        // A count of 128 to 255 takes a second byte, which holds its eighth bit.
        if (count >= 128) count = (count & 127) | ((bytes[position++] ?? outOfRange()) << 7);
      }
      passage += value >>> 1;
      passages[out] = passage;
      counts[out++] = count;
    }
    return out;
  }
}

/** Index of the last value that is not above `wanted`, or -1. */
export function lastAtMost(values: Float64Array, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? outOfRange()) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
