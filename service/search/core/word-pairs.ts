/**
 * Translates English words into Japanese ones, learned from names and their labels by how often both occur together and
 * how rarely apart. Used where no complete name matches a question.
 */
export interface WordPair {
  readonly word: string;
  /** 0 to 1: how nearly the two occur together and never apart. */
  readonly likeness: number;
}

interface Source {
  readonly stems: readonly string[];
  /** Folded. */
  readonly labels: readonly string[];
}

const likenessMin = 0.34;
const pairsOfStemMax = 3;
const togetherMin = 2;
const pieceLengthMax = 6;
/** Only the most frequent sources are used; more of them add nothing and cost time. */
const sourcesMax = 4_000;

export function learnWordPairs(sources: readonly Source[]): ReadonlyMap<string, readonly WordPair[]> {
  const ofStem = new Map<string, number>();
  const ofPiece = new Map<string, number>();
  const together = new Map<string, Map<string, number>>();
  for (const { stems, labels } of sources.slice(0, sourcesMax)) {
    const pieces = new Set(labels.slice(0, 2).flatMap(piecesOf));
    for (const piece of pieces) increment(ofPiece, piece);
    for (const stem of new Set(stems)) {
      increment(ofStem, stem);
      const own = together.get(stem) ?? new Map<string, number>();
      for (const piece of pieces) increment(own, piece);
      together.set(stem, own);
    }
  }
  const learned = new Map<string, readonly WordPair[]>();
  for (const [stem, pieces] of together) {
    const pairs = bestPieces(ofStem.get(stem) ?? 0, pieces, ofPiece);
    if (pairs.length > 0) learned.set(stem, pairs);
  }
  return learned;
}

function bestPieces(
  stemCount: number,
  pieces: ReadonlyMap<string, number>,
  ofPiece: ReadonlyMap<string, number>,
): WordPair[] {
  const found: WordPair[] = [];
  for (const [word, count] of pieces) {
    if (count < togetherMin) continue;
    const likeness = (2 * count) / (stemCount + (ofPiece.get(word) ?? 0));
    if (likeness >= likenessMin) found.push({ word, likeness });
  }
  // Of equally similar pieces the longest is best; a piece inside another equally similar one adds nothing.
  found.sort((x, y) => y.likeness - x.likeness || y.word.length - x.word.length || (x.word < y.word ? -1 : 1));
  const kept: WordPair[] = [];
  for (const pair of found) {
    if (kept.length >= pairsOfStemMax) break;
    if (!kept.some(({ word }) => word.includes(pair.word) || pair.word.includes(word))) kept.push(pair);
  }
  return kept;
}

/** Runs of kanji or katakana, and what they may consist of. */
function piecesOf(label: string): string[] {
  const pieces = new Set<string>();
  for (const [run] of label.matchAll(/[\p{Script=Katakana}ー]{2,}/gu)) pieces.add(run);
  for (const [run] of label.matchAll(/\p{Script=Han}{2,}/gu)) {
    for (let start = 0; start + 2 <= run.length; start++) {
      for (let end = start + 2; end <= Math.min(run.length, start + pieceLengthMax); end++)
        pieces.add(run.slice(start, end));
    }
  }
  return [...pieces];
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
