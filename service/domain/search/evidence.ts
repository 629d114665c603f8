import { outOfRange } from "../../../lib/format/out-of-range.ts";
import { foldText } from "../../../lib/format/fold.ts";
import { allowed, type Corpus, type Postings, type SectionMatch } from "./corpus.ts";
import { compareSections, Candidates, select } from "./select.ts";
import { inverseFrequency, lengthNorm, rounded, saturation } from "./ranking.ts";
import { sentences } from "./passages.ts";
import { evidenceTokens, visitEvidence } from "./tokens.ts";
import { topOf } from "./top.ts";

/**
 * Questions: passages are ranked by all that they share with the question, rare things first, and the best are
 * ranked again by their best sentence. Tokens that stand in a large part of all passages are dropped while rarer
 * ones remain: they cost most and tell least.
 */
export interface EvidenceSettings {
  /** A token in more than this part of all passages is dropped, and in more than this number of them. */
  readonly frequentShare: number;
  readonly frequentMin: number;
  /** Tokens that are used however frequent they are, rarest first. */
  readonly tokensMin: number;
  /** How much the section's context counts beside its passage. */
  readonly contextShare: number;
  /** How many passages are read, and how much their best sentence counts. */
  readonly readMax: number;
  readonly sentenceShare: number;
}

export const evidenceSettings: EvidenceSettings = {
  frequentShare: 0.25,
  frequentMin: 20_000,
  tokensMin: 8,
  contextShare: 1,
  readMax: 50,
  sentenceShare: 0.5,
};

export interface EvidenceToken {
  readonly token: number;
  readonly frequency: number;
  readonly weight: number;
  readonly used: boolean;
}

export interface EvidenceMatch extends SectionMatch {
  readonly passageScore: number;
  readonly sentenceScore: number;
}

export function searchEvidence(
  corpus: Corpus,
  standing: Uint8Array,
  question: string,
  topK: number,
  settings: EvidenceSettings = evidenceSettings,
): { matches: EvidenceMatch[]; tokens: EvidenceToken[] } {
  const tokens = weighTokens(corpus, question, settings);
  const used = tokens.filter((token) => token.used);
  const best = bestPassages(corpus, standing, used, Math.max(settings.readMax, topK * 4), settings);
  return { matches: rankSections(corpus, best, tokens, topK, settings), tokens };
}

function weighTokens(corpus: Corpus, question: string, settings: EvidenceSettings): EvidenceToken[] {
  const limit = Math.max(settings.frequentMin, corpus.passageCount * settings.frequentShare);
  return evidenceTokens(foldText(question))
    .map((token) => ({ token, frequency: corpus.frequency(token) }))
    .filter(({ frequency }) => frequency > 0)
    .sort((x, y) => x.frequency - y.frequency || x.token - y.token)
    .map(({ token, frequency }, rank) => ({
      token,
      frequency,
      weight: inverseFrequency(corpus.passageCount, frequency),
      used: rank < settings.tokensMin || frequency <= limit,
    }));
}

interface ScoredPassage {
  readonly passage: number;
  readonly score: number;
}

function bestPassages(
  corpus: Corpus,
  standing: Uint8Array,
  tokens: readonly EvidenceToken[],
  count: number,
  settings: EvidenceSettings,
): ScoredPassage[] {
  const sums = corpus.scratch;
  const lists: Postings[] = [];
  try {
    for (const { token, weight } of tokens) {
      corpus.step();
      const list = corpus.postings(token);
      lists.push(list);
      for (let i = 0; i < list.length; i++) {
        const passage = list.passages[i] ?? outOfRange();
        const norm = lengthNorm(corpus.lengths[passage] ?? outOfRange(), corpus.meanLength);
        sums[passage] = (sums[passage] ?? outOfRange()) + weight * saturation(list.counts[i] ?? outOfRange(), norm);
      }
    }
    corpus.step();
    const candidates = new Candidates();
    for (let passage = 0; passage < corpus.passageEnd; passage++) {
      const sum = sums[passage] ?? outOfRange();
      if (sum === 0 || standing[corpus.owners[passage] ?? outOfRange()] !== allowed) continue;
      const section = corpus.sections[passage] ?? outOfRange();
      if (section === passage) continue;
      candidates.push(section, passage, rounded(sum + settings.contextShare * (sums[section] ?? outOfRange())));
    }
    const compare = (x: number, y: number) =>
      (candidates.scores[y] ?? outOfRange()) - (candidates.scores[x] ?? outOfRange()) ||
      compareSections(corpus, candidates.passages[x] ?? outOfRange(), candidates.passages[y] ?? outOfRange());
    return topOf(candidates.length, count, candidates.scores, compare).map((index) => ({
      passage: candidates.passages[index] ?? outOfRange(),
      score: candidates.scores[index] ?? outOfRange(),
    }));
  } finally {
    for (const list of lists) for (let i = 0; i < list.length; i++) sums[list.passages[i] ?? outOfRange()] = 0;
  }
}

/** The best passage stands for its section. */
function rankSections(
  corpus: Corpus,
  best: readonly ScoredPassage[],
  tokens: readonly EvidenceToken[],
  topK: number,
  settings: EvidenceSettings,
): EvidenceMatch[] {
  const weights = new Map(tokens.map(({ token, weight }) => [token, weight]));
  const bySection = new Map<number, EvidenceMatch>();
  for (const [rank, { passage, score: passageScore }] of best.entries()) {
    corpus.step();
    const section = corpus.sections[passage] ?? outOfRange();
    const read = rank < settings.readMax;
    const sentence = read ? sentenceScore(corpus.text(passage), weights) * settings.sentenceShare : 0;
    const score = rounded(passageScore + sentence);
    const known = bySection.get(section);
    if (known === undefined || score > known.score) {
      const owner = corpus.owners[passage] ?? outOfRange();
      bySection.set(section, { section, passage, owner, score, passageScore, sentenceScore: sentence });
    }
  }
  const candidates = new Candidates();
  for (const match of bySection.values()) candidates.push(match.section, match.passage, match.score);
  return select(corpus, candidates, topK, () => true).flatMap((match) => bySection.get(match.section) ?? []);
}

/** The weight that the best sentence shares with the question. */
export function sentenceScore(text: string, weights: ReadonlyMap<number, number>): number {
  const folded = foldText(text);
  let best = 0;
  for (const [start, end] of sentences(folded)) best = Math.max(best, sharedWeight(folded.slice(start, end), weights));
  return best;
}

function sharedWeight(folded: string, weights: ReadonlyMap<number, number>): number {
  const seen = new Set<number>();
  let sum = 0;
  visitEvidence(folded, (token) => {
    const weight = weights.get(token);
    if (weight === undefined || seen.has(token)) return;
    seen.add(token);
    sum += weight;
  });
  return sum;
}

/** The sentence that shares most with the question: its [start, end) in the passage. */
export function bestSentence(text: string, weights: ReadonlyMap<number, number>): readonly [number, number] {
  let range: readonly [number, number] = [0, text.length];
  let best = -1;
  for (const [start, end] of sentences(text)) {
    const score = sharedWeight(foldText(text.slice(start, end)), weights);
    if (score > best) {
      best = score;
      range = [start, end];
    }
  }
  return range;
}
