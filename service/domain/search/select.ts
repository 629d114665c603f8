import { outOfRange } from "../../../lib/format/out-of-range.ts";
import type { Corpus, SectionMatch } from "./corpus.ts";
import { hitsPerDocumentMax } from "./ranking.ts";
import { topOf } from "./top.ts";

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
    if (this.length === this.sections.length) {
      this.sections = grown(this.sections, new Uint32Array(this.length * 2));
      this.passages = grown(this.passages, new Uint32Array(this.length * 2));
      this.scores = grown(this.scores, new Float64Array(this.length * 2));
    }
    this.sections[this.length] = section;
    this.passages[this.length] = passage;
    this.scores[this.length++] = score;
  }
}

/**
 * Takes the best that pass `accept`, at most three of a document while others wait; where that ends short of `topK`,
 * the rest follows by rank. `accept` may be dear: it is asked in order of rank, and only until enough have passed.
 */
export function select(
  corpus: Corpus,
  candidates: Candidates,
  topK: number,
  accept: (section: number) => boolean,
): SectionMatch[] {
  const compare = (x: number, y: number): number => {
    const byScore = (candidates.scores[y] ?? outOfRange()) - (candidates.scores[x] ?? outOfRange());
    return byScore !== 0
      ? byScore
      : compareSections(corpus, candidates.sections[x] ?? outOfRange(), candidates.sections[y] ?? outOfRange());
  };
  const perDocument = new Map<number, number>();
  const taken: SectionMatch[] = [];
  const deferred: number[] = [];
  const take = (index: number): void => {
    const section = candidates.sections[index] ?? outOfRange();
    if (!accept(section)) return;
    const owner = corpus.owners[section] ?? outOfRange();
    perDocument.set(owner, (perDocument.get(owner) ?? 0) + 1);
    taken.push({
      section,
      passage: candidates.passages[index] ?? outOfRange(),
      owner,
      score: candidates.scores[index] ?? outOfRange(),
    });
  };
  let seen = 0;
  for (let size = topK * 2 + 20; seen < candidates.length; size *= 8) {
    corpus.step();
    const order = topOf(candidates.length, size, candidates.scores, compare);
    for (const index of order.slice(seen)) {
      const owner = corpus.owners[candidates.sections[index] ?? outOfRange()] ?? outOfRange();
      if ((perDocument.get(owner) ?? 0) >= hitsPerDocumentMax) {
        deferred.push(index);
      } else take(index);
      if (taken.length === topK) return taken;
    }
    seen = order.length;
  }
  for (const index of deferred) {
    if (taken.length === topK) break;
    take(index);
  }
  return taken;
}

/** Equal scores: the newest, then the id as lists order it, then reading order. */
export function compareSections(corpus: Corpus, x: number, y: number): number {
  const ownerX = corpus.owners[x] ?? outOfRange();
  const ownerY = corpus.owners[y] ?? outOfRange();
  if (ownerX === ownerY) return x - y;
  const byTime = corpus.timelineAtMs(ownerY) - corpus.timelineAtMs(ownerX);
  if (byTime !== 0) return byTime;
  return corpus.documentId(ownerX) > corpus.documentId(ownerY) ? -1 : 1;
}

function grown<A extends Uint32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
