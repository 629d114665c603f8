/** An answer as it was sent. */
export interface KeptAnswer {
  readonly body: Buffer;
  readonly etag: string;
}

const hourMs = 3_600_000;
/** A target, its entry in the map and the objects of the answer. */
const bytesBeside = 300;

/**
 * Answers of the catalog, by the target of their request, until something is published: readers ask for the same rows
 * and lists again and again, and what they are made of changes rarely. Keys, limits and counts are not part of them.
 */
export class KeptAnswers {
  readonly #version: () => number;
  readonly #bytesMax: number;
  readonly #answers = new Map<string, KeptAnswer>();
  #bytes = 0;
  #seenVersion = Number.NaN;
  #seenHour = Number.NaN;
  #state = 0;

  constructor(version: () => number, bytesMax: number) {
    this.#version = version;
    this.#bytesMax = bytesMax;
  }

  /**
   * Drops what is old, and returns the state that an answer read from now on belongs to. Cursors in lists expire by
   * the hour.
   */
  begin(nowMs: number): number {
    const version = this.#version();
    const hour = Math.floor(nowMs / hourMs);
    if (version !== this.#seenVersion || hour !== this.#seenHour) {
      this.#seenVersion = version;
      this.#seenHour = hour;
      this.#answers.clear();
      this.#bytes = 0;
      this.#state++;
    }
    return this.#state;
  }

  find(target: string): KeptAnswer | undefined {
    return this.#answers.get(target);
  }

  /** Not where something was published while it was read. The oldest go first where there are too many. */
  keep(target: string, state: number, answer: KeptAnswer): void {
    if (state !== this.#state || this.#answers.has(target)) return;
    const size = sizeOf(target, answer);
    if (size > this.#bytesMax) return;
    this.#answers.set(target, { ...answer, body: alone(answer.body) });
    this.#bytes += size;
    for (const [old, each] of this.#answers) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#answers.delete(old);
      this.#bytes -= sizeOf(old, each);
    }
  }
}

/** In memory of its own: a small buffer is a piece of a block that it would hold whole. */
function alone(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.byteLength);
  copy.set(body);
  return copy;
}

const sizeOf = (target: string, { body }: KeptAnswer) => body.byteLength + target.length * 2 + bytesBeside;
