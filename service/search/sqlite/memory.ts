import type { Postings } from "../core/corpus.ts";
import { Block } from "./blocks.ts";

/** Memory for the postings of one query, reused by the next, since new arrays would cause garbage collection. */
export class Arena {
  #passages = new Uint32Array(65_536);
  #counts = new Uint8Array(65_536);
  #used = 0;

  clear(): void {
    this.#used = 0;
  }

  take(length: number): { passages: Uint32Array; counts: Uint8Array } {
    if (this.#used + length > this.#passages.length) {
      // Arrays handed out before stay with their users.
      const size = Math.max(this.#passages.length * 2, length);
      this.#passages = new Uint32Array(size);
      this.#counts = new Uint8Array(size);
      this.#used = 0;
    }
    const from = this.#used;
    this.#used += length;
    return { passages: this.#passages.subarray(from, this.#used), counts: this.#counts.subarray(from, this.#used) };
  }
}

/** Blocks never change, so those read stay valid; the oldest are dropped first when memory is short. */
export class BlockCache {
  readonly #read: (block: number) => Uint8Array;
  readonly #bytesMax: number;
  readonly #blocks = new Map<number, Block>();
  #bytes = 0;

  constructor(read: (block: number) => Uint8Array, bytesMax: number) {
    this.#read = read;
    this.#bytesMax = bytesMax;
  }

  get(number: number): Block {
    const known = this.#blocks.get(number);
    if (known !== undefined) return known;
    const block = new Block(this.#read(number));
    this.#blocks.set(number, block);
    this.#bytes += block.size;
    for (const [old, each] of this.#blocks) {
      if (this.#bytes <= this.#bytesMax || old === number) break;
      this.#blocks.delete(old);
      this.#bytes -= each.size;
    }
    return block;
  }

  clear(): void {
    this.#blocks.clear();
    this.#bytes = 0;
  }
}

/** Shorter lists are decoded in microseconds. */
const keptLengthMin = 1024;

/**
 * Long lists of postings as they were decoded. Taking the commonest pairs apart is most of the work of a phrase, and
 * they are the same ones in most phrases. Blocks never change, so a list stays valid; nobody writes into it.
 */
export class DecodedLists {
  readonly #bytesMax: number;
  readonly #lists = new Map<string, Postings>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The list at a place of a block: decoded by `decode` into arrays of its length, where it is not known. */
  get(
    block: number,
    index: number,
    length: number,
    decode: (passages: Uint32Array, counts: Uint8Array) => void,
  ): Postings {
    const key = `${block}:${index}`;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const list: Postings = { length, passages: new Uint32Array(length), counts: new Uint8Array(length) };
    decode(list.passages, list.counts);
    this.#lists.set(key, list);
    this.#bytes += bytesOf(list);
    for (const [old, each] of this.#lists) {
      if (this.#bytes <= this.#bytesMax || old === key) break;
      this.#lists.delete(old);
      this.#bytes -= bytesOf(each);
    }
    return list;
  }

  /** One list may take an eighth of the memory: more would drive out all others. */
  isKept(length: number): boolean {
    return length >= keptLengthMin && length * bytesEach <= this.#bytesMax / 8;
  }

  clear(): void {
    this.#lists.clear();
    this.#bytes = 0;
  }
}

const bytesEach = 5;
const bytesOf = ({ length }: Postings) => length * bytesEach;
