import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import { allowed, type Corpus } from "./corpus.ts";
import type { EvidenceMatch } from "./evidence.ts";
import { rounded } from "./ranking.ts";

import { topOf } from "./top.ts";

/** Compares a question's vector with the passages that may be near: each that is accepted, with its cosine. */
export type Compare = (accept: (passage: number) => boolean, visit: (passage: number, cosine: number) => void) => void;

/** How many of each list are compared to see whether meaning and words agree. */
const agreementDepth = 10;
/** Ranks are softened by this much before they are added up. */
const rankSoftening = 10;
const denseShareMax = 0.9;

/**
 * Words and meaning together, fused by rank, so that no scale of either matters. Meaning counts as much as its results
 * agree with those of words: a provider with random answers agrees with nothing and changes nothing, a good one agrees
 * often and raises results that words ranked too low. Where words found little, its own results follow.
 */
export function fuseMeaning(
  corpus: Corpus,
  standing: Uint8Array,
  matches: readonly EvidenceMatch[],
  compare: Compare,
  topK: number,
): EvidenceMatch[] {
  const ranked = [...matches].sort((x, y) => y.score - x.score || x.section - y.section);
  const dense = nearestSections(corpus, standing, compare, Math.max(50, topK * 4));
  const share = denseShareMax * agreement(ranked, dense);
  const denseRank = new Map(dense.map(({ section }, rank) => [section, rank]));
  const fused = ranked.map((match, rank) => {
    const other = denseRank.get(match.section);
    const meaning = other === undefined ? 0 : share / (rankSoftening + other);
    return { ...match, score: rounded(100 * (1 / (rankSoftening + rank) + meaning)) };
  });
  const known = new Set(ranked.map(({ section }) => section));
  // Placed below all results of words, unless these found nothing.
  const behind = Math.min(...fused.map(({ score }) => score), 1);
  for (const [rank, { section, passage }] of dense.entries()) {
    if (known.has(section)) continue;
    fused.push({
      ...empty,
      section,
      passage,
      owner: corpus.owners[section] ?? outOfRange(),
      score: rounded(behind / (2 + rank)),
    });
  }
  return fused;
}

const empty = {
  passageScore: 0,
  sentenceScore: 0,
  titleScore: 0,
  nameScore: 0,
  rowScore: 0,
  factor: 1,
  row: null,
  names: "",
};

/** 0 where the best of both lists have nothing in common, 1 where half of them are the same. */
function agreement(ranked: readonly { section: number }[], dense: readonly { section: number }[]): number {
  const best = new Set(ranked.slice(0, agreementDepth).map(({ section }) => section));
  const count = Math.min(agreementDepth, best.size, dense.length);
  if (count === 0) return 0;
  const shared = dense.slice(0, agreementDepth).filter(({ section }) => best.has(section)).length;
  // One in common may be chance.
  return Math.min(1, Math.max(0, shared - 1) / (count / 2));
}

function nearestSections(corpus: Corpus, standing: Uint8Array, compare: Compare, count: number) {
  const candidates = corpus.lists.take();
  // A vector may outlive its passage until the next embedding run.
  const accept = (passage: number) =>
    passage < corpus.passageEnd && standing[corpus.owners[passage] ?? outOfRange()] === allowed;
  compare(accept, (passage, cosine) => candidates.push(corpus.sections[passage] ?? outOfRange(), passage, cosine));
  const order = (x: number, y: number) =>
    (candidates.scores[y] ?? outOfRange()) - (candidates.scores[x] ?? outOfRange()) ||
    (candidates.passages[x] ?? outOfRange()) - (candidates.passages[y] ?? outOfRange());
  const sections = new Map<number, { section: number; passage: number }>();
  for (const index of topOf(candidates.length, count, candidates.scores, order)) {
    const section = candidates.sections[index] ?? outOfRange();
    // The nearest passage of a section comes first.
    if (!sections.has(section)) sections.set(section, { section, passage: candidates.passages[index] ?? outOfRange() });
  }
  return [...sections.values()];
}
