/** Sections with their scores, as many as matched, in no order. */
export class Candidates {
  length = 0;
  sections: Uint32Array;
  passages: Uint32Array;
  scores: Float64Array;

  constructor(size = 1024) {
    this.sections = new Uint32Array(Math.max(16, size));
    this.passages = new Uint32Array(this.sections.length);
    this.scores = new Float64Array(this.sections.length);
  }

  push(section: number, passage: number, score: number): void {
    if (this.length === this.sections.length) this.reserve(this.length * 2);
    this.sections[this.length] = section;
    this.passages[this.length] = passage;
    this.scores[this.length++] = score;
  }

  reserve(size: number): void {
    if (size <= this.sections.length) return;
    this.sections = grown(this.sections, new Uint32Array(size));
    this.passages = grown(this.passages, new Uint32Array(size));
    this.scores = grown(this.scores, new Float64Array(size));
  }
}

/** Of more sections than these, a list is not kept for the next query. */
const keptSize = 262_144;

/** Lists for one query at a time, reused by the next, since new arrays would cause garbage collection. */
export class CandidateLists {
  readonly #lists: Candidates[] = [];
  #taken = 0;

  /** A new query begins: what the last one took may be used again. */
  begin(): void {
    this.#taken = 0;
    for (const [at, list] of this.#lists.entries()) {
      if (list.sections.length > keptSize) this.#lists[at] = new Candidates();
    }
  }

  take(size = 0): Candidates {
    const list = (this.#lists[this.#taken++] ??= new Candidates());
    list.length = 0;
    list.reserve(size);
    return list;
  }
}

function grown<A extends Uint32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
