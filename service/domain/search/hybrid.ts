import { outOfRange } from "../../../lib/format/out-of-range.ts";
import { allowed, type Corpus } from "./corpus.ts";
import { type EvidenceMatch, searchEvidence } from "./evidence.ts";
import { rounded } from "./ranking.ts";
import { Candidates, select } from "./select.ts";
import { topOf } from "./top.ts";

/** Compares a question's vector with every passage's. */
export type Compare = (visit: (passage: number, cosine: number) => void) => void;

/** How much meaning counts beside shared words. */
const denseShare = 0.5;

export interface HybridMatch extends EvidenceMatch {
  readonly denseScore: number;
}

/**
 * Words and meaning together: the best of either list, each list's scores brought to 0..1, weighted and summed.
 * What stands in one list only gets nothing from the other.
 */
export function searchHybrid(corpus: Corpus, standing: Uint8Array, question: string, compare: Compare, topK: number) {
  const depth = Math.max(50, topK * 4);
  const { matches, tokens } = searchEvidence(corpus, standing, question, depth);
  const dense = nearest(corpus, standing, compare, depth);
  const wordsBest = matches[0]?.score ?? 1;
  const denseBest = dense[0]?.cosine ?? 1;
  const denseWorst = dense.at(-1)?.cosine ?? 0;
  const fused = new Map<number, HybridMatch>();
  for (const match of matches) {
    const evidence = (1 - denseShare) * (match.score / Math.max(wordsBest, 1e-9));
    fused.set(match.section, {
      ...match,
      passageScore: evidence,
      sentenceScore: 0,
      denseScore: 0,
      score: rounded(evidence),
    });
  }
  for (const { passage, cosine } of dense) {
    const section = corpus.sections[passage] ?? outOfRange();
    const known = fused.get(section);
    // The nearest passage of a section comes first: the others add nothing.
    if (known !== undefined && known.denseScore > 0) continue;
    const denseScore = denseShare * ((cosine - denseWorst) / Math.max(denseBest - denseWorst, 1e-9));
    const passageScore = known?.passageScore ?? 0;
    fused.set(section, {
      section,
      passage: known !== undefined && passageScore >= denseScore ? known.passage : passage,
      owner: corpus.owners[passage] ?? outOfRange(),
      passageScore,
      sentenceScore: 0,
      denseScore,
      score: rounded(passageScore + denseScore),
    });
  }
  const candidates = new Candidates(fused.size);
  for (const match of fused.values()) candidates.push(match.section, match.passage, match.score);
  const chosen = select(corpus, candidates, topK, () => true).flatMap((match) => fused.get(match.section) ?? []);
  return { matches: chosen, tokens };
}

function nearest(corpus: Corpus, standing: Uint8Array, compare: Compare, count: number) {
  const candidates = new Candidates();
  compare((passage, cosine) => {
    // A vector may outlive its passage until the next embedding run.
    if (passage >= corpus.passageEnd || standing[corpus.owners[passage] ?? outOfRange()] !== allowed) return;
    candidates.push(corpus.sections[passage] ?? outOfRange(), passage, cosine);
  });
  const order = (x: number, y: number) =>
    (candidates.scores[y] ?? outOfRange()) - (candidates.scores[x] ?? outOfRange()) ||
    (candidates.passages[x] ?? outOfRange()) - (candidates.passages[y] ?? outOfRange());
  return topOf(candidates.length, count, candidates.scores, order).map((index) => ({
    passage: candidates.passages[index] ?? outOfRange(),
    cosine: candidates.scores[index] ?? outOfRange(),
  }));
}
