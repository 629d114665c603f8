/** BM25 with the parameters that measured best on Japanese questions, and the order of hits for every engine. */
const k1 = 0.9;
const b = 0.4;

export const hitsPerDocumentMax = 3;

export function inverseFrequency(passages: number, frequency: number): number {
  return Math.log(1 + (Math.max(0, passages - frequency) + 0.5) / (frequency + 0.5));
}

/** How strongly a passage's length reduces the effect of its counts. */
export function lengthNorm(length: number, meanLength: number): number {
  return k1 * (1 - b + (b * length) / Math.max(1, meanLength));
}

export function saturation(count: number, norm: number): number {
  return (count * (k1 + 1)) / (count + norm);
}

/** Scores that differ by less than arithmetic noise are equal, so that ties are broken by date everywhere. */
export function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

export interface Ranked {
  readonly score: number;
  readonly atMs: number;
  readonly documentId: string;
  /** Place in the document. */
  readonly position: number;
}

/** Score, then the newest, then the id as lists order it, then reading order. */
export function compareRanked(x: Ranked, y: Ranked): number {
  if (x.score !== y.score) return y.score - x.score;
  if (x.atMs !== y.atMs) return y.atMs - x.atMs;
  if (x.documentId !== y.documentId) return x.documentId > y.documentId ? -1 : 1;
  return x.position - y.position;
}
