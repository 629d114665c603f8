import type { EncodedText } from "./wire.ts";

/** An answer as it was sent. */
export interface KeptAnswer {
  readonly body: EncodedText;
  readonly etag: string;
}

const hourMs = 3_600_000;
/** A target, its entry in the map and the objects of the answer. */
const bytesBeside = 300;
/** Of how many targets it is known that they were asked for. A power of two. */
const askedCount = 16_384;

/**
 * Answers of the catalog, by the target of their request, until something is published: readers ask for the same rows
 * and lists again and again, and what they are made of changes rarely. Keys, limits and counts are not part of them.
 * What is asked for once, as by a program that reads everything, costs nothing here: an answer is kept at the second
 * time.
 */
export class KeptAnswers {
  readonly #version: () => number;
  readonly #bytesMax: number;
  readonly #answers = new Map<string, KeptAnswer>();
  /** Fingerprints of targets, each at its place: a later one takes it. Where two are alike, one is kept sooner. */
  readonly #asked = new Int32Array(askedCount);
  #bytes = 0;
  #seenVersion = Number.NaN;
  #seenHour = Number.NaN;
  #state = 0;

  constructor(version: () => number, bytesMax: number) {
    this.#version = version;
    this.#bytesMax = bytesMax;
  }

  find(target: string, nowMs: number): KeptAnswer | undefined {
    if (!this.#answers.has(target)) return undefined;
    this.#refresh(nowMs);
    return this.#answers.get(target);
  }

  /**
   * The state that an answer belongs to which is read from now on, where it was asked for before: then it is worth
   * keeping.
   */
  begin(target: string, nowMs: number): number | undefined {
    const fingerprint = fingerprintOf(target);
    const place = fingerprint & (askedCount - 1);
    if (this.#asked[place] !== fingerprint) {
      this.#asked[place] = fingerprint;
      return undefined;
    }
    this.#refresh(nowMs);
    return this.#state;
  }

  /** Drops what is old. Cursors in lists expire by the hour. */
  #refresh(nowMs: number): void {
    const version = this.#version();
    const hour = Math.floor(nowMs / hourMs);
    if (version === this.#seenVersion && hour === this.#seenHour) return;
    this.#seenVersion = version;
    this.#seenHour = hour;
    this.#answers.clear();
    this.#bytes = 0;
    this.#state++;
  }

  /** Not where something was published while it was read. The oldest go first where there are too many. */
  keep(target: string, state: number, answer: KeptAnswer): void {
    if (state !== this.#state || this.#answers.has(target)) return;
    const size = sizeOf(target, answer);
    if (size > this.#bytesMax) return;
    this.#answers.set(target, answer);
    this.#bytes += size;
    for (const [old, each] of this.#answers) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#answers.delete(old);
      this.#bytes -= sizeOf(old, each);
    }
  }
}

function fingerprintOf(target: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < target.length; at++) value = Math.imul(value ^ target.charCodeAt(at), 0x01000193);
  // Its lower bits, which tell the place, know little of the beginning.
  return value ^ (value >>> 15);
}

const sizeOf = (target: string, { body }: KeptAnswer) => body.oneByte.length + target.length * 2 + bytesBeside;
