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
