import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import { type Corpus, fieldLine, type Postings } from "./corpus.ts";

/** The passages in all lists, beginning with the shortest list, with the lowest of their counts. */
export function intersect(lists: readonly Postings[]): Postings {
  const [first, ...others] = lists;
  if (first === undefined) return { length: 0, passages: new Uint32Array(0), counts: new Uint8Array(0) };
  if (others.length === 0) return first;
  const passages = first.passages.slice(0, first.length);
  const counts = first.counts.slice(0, first.length);
  let length = first.length;
  for (const other of others) {
    let kept = 0;
    let at = 0;
    for (let i = 0; i < length; i++) {
      const passage = passages[i] ?? outOfRange();
      at = advance(other.passages, other.length, at, passage);
      if (at === other.length) break;
      if (other.passages[at] !== passage) continue;
      passages[kept] = passage;
      counts[kept++] = Math.min(counts[i] ?? outOfRange(), other.counts[at] ?? outOfRange());
    }
    length = kept;
  }
  return { length, passages, counts };
}

/** By exponential steps, because lists differ much in length. */
export function advance(passages: Uint32Array, length: number, at: number, passage: number): number {
  let leap = 1;
  let low = at;
  while (low + leap < length && (passages[low + leap] ?? outOfRange()) < passage) {
    low += leap;
    leap *= 2;
  }
  let high = Math.min(length, low + leap);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((passages[middle] ?? outOfRange()) < passage) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Passages in which a term may begin that ends in the next one: together they show all tokens, and the cut between
 * them is one that the term may lie across.
 */
export function startsAcross(corpus: Corpus, lists: readonly Postings[], cut: number): Uint32Array {
  const [rarest, ...others] = lists;
  // Cuts in the middle of a sentence are so rare that most stores have none.
  if (rarest === undefined || (cut === 2 && corpus.hardCutCount === 0)) return new Uint32Array(0);
  const starts = new Uint32Array(rarest.length * 2);
  let count = 0;
  const offer = (passage: number) => {
    if (passage < 0 || (count > 0 && (starts[count - 1] ?? outOfRange()) >= passage)) return;
    if (isCut(corpus, passage, cut)) starts[count++] = passage;
  };
  for (let i = 0; i < rarest.length; i++) {
    const passage = rarest.passages[i] ?? outOfRange();
    offer(passage - 1);
    offer(passage);
  }
  for (const other of others) {
    let kept = 0;
    let at = 0;
    for (let i = 0; i < count; i++) {
      const start = starts[i] ?? outOfRange();
      while (at < other.length && (other.passages[at] ?? outOfRange()) < start) at++;
      if (at === other.length) break;
      if ((other.passages[at] ?? outOfRange()) <= start + 1) starts[kept++] = start;
    }
    count = kept;
  }
  return starts.slice(0, count);
}

function isCut(corpus: Corpus, passage: number, cut: number): boolean {
  const section = corpus.sections[passage];
  return (
    passage !== section &&
    passage + 1 < corpus.passageEnd &&
    corpus.sections[passage + 1] === section &&
    corpus.cuts[passage + 1] !== fieldLine &&
    corpus.cuts[passage] !== fieldLine &&
    (corpus.cuts[passage] ?? outOfRange()) >= cut
  );
}
