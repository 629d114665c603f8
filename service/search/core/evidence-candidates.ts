import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { Candidates } from "./candidates.ts";
import { allowed, type Corpus, fieldLine, type Postings } from "./corpus.ts";
import type { EvidenceSettings } from "./evidence-settings.ts";
import type { Question } from "./question.ts";
import { inverseFrequency, lengthNorm, rounded, saturation } from "./ranking.ts";
import { compareSections } from "./select.ts";
import { hiraganaIn, inField } from "./tokens.ts";
import { topOf } from "./top.ts";
import { sayersOf, type WeighedMeaning, weighMeanings } from "./weighed-meanings.ts";

export interface EvidenceToken {
  readonly token: number;
  readonly frequency: number;
  readonly weight: number;
  readonly used: boolean;
}

export interface WeighedTokens {
  readonly text: readonly EvidenceToken[];
  readonly fields: readonly EvidenceToken[];
  /** Of a question in English: they rank, its tokens only mark. */
  readonly meanings:
    | { readonly text: readonly WeighedMeaning[]; readonly fields: readonly WeighedMeaning[] }
    | undefined;
}

/** Tokens that occur in the index, rarest first. */
export function weighTokens(
  corpus: Pick<Corpus, "passageCount" | "frequency">,
  question: Question,
  settings: EvidenceSettings,
): WeighedTokens {
  const limit = Math.max(settings.frequentMin, corpus.passageCount * settings.frequentShare);
  const weigh = (tokens: ReadonlyMap<number, number>, place: (token: number) => number): EvidenceToken[] =>
    withoutLight(
      [...tokens]
        .map(([token, share]) => ({ token, share, frequency: corpus.frequency(place(token)) }))
        .filter(({ frequency }) => frequency > 0)
        .sort((x, y) => x.frequency - y.frequency || x.token - y.token)
        .map(({ token, share, frequency }, rank) => ({
          token,
          frequency,
          weight: share * shareOfKana(token, settings) * inverseFrequency(corpus.passageCount, frequency),
          used: question.isEnglish || rank < settings.tokensMin || frequency <= limit,
        })),
      question.isEnglish ? Infinity : settings.tokensMax,
    );
  const { meanings } = question;
  return {
    text: weigh(question.textTokens, (token) => token),
    fields: weigh(question.fieldTokens, inField),
    meanings: question.isEnglish
      ? {
          text: weighMeanings(corpus, meanings, "text", limit),
          fields: weighMeanings(corpus, meanings, "fields", limit),
        }
      : undefined,
  };
}

/** Of very many tokens, as a question in English leads to, only those that weigh most are looked up. */
function withoutLight(tokens: readonly EvidenceToken[], count: number): EvidenceToken[] {
  const used = tokens.filter((each) => each.used);
  if (used.length <= count) return [...tokens];
  const least = used.map(({ weight }) => weight).sort((x, y) => y - x)[count - 1] ?? outOfRange();
  return tokens.map((each) => (each.weight < least ? { ...each, used: false } : each));
}

function shareOfKana(token: number, settings: EvidenceSettings): number {
  const count = hiraganaIn(token);
  return count === 0 ? 1 : count === 1 ? settings.mixedShare : settings.hiraganaShare;
}

export interface ScoredPassage {
  readonly passage: number;
  readonly score: number;
}

export interface Pool {
  readonly passages: readonly ScoredPassage[];
  /** Field lines of sections, best first, with what their head adds. */
  readonly lines: readonly ScoredPassage[];
  /** The best passages of sections found only by a title or a field line. */
  readonly behindLines: readonly ScoredPassage[];
}

/** Sums up what each passage and each field line shares with the question, and takes the best of both. */
export function gather(
  corpus: Corpus,
  standing: Uint8Array,
  preference: Float64Array | undefined,
  tokens: WeighedTokens,
  count: number,
  settings: EvidenceSettings,
): Pool {
  const lists: Found[] = [];
  const fieldLists: Found[] = [];
  const sums = corpus.scratch;
  const fields = corpus.fieldScratch;
  try {
    if (tokens.meanings === undefined) {
      addText(corpus, tokens.text, lists);
      addFields(corpus, tokens.fields, fieldLists);
    } else {
      for (const meaning of tokens.meanings.text) addMeaning(corpus, meaning, "text", lists);
      for (const meaning of tokens.meanings.fields) addMeaning(corpus, meaning, "fields", fieldLists);
    }
    corpus.step();
    const passages = corpus.lists.take();
    const lines = corpus.lists.take();
    const titles = corpus.lists.take();
    const hasFields = fieldLists.length > 0;
    for (let passage = 0; passage < corpus.passageEnd; passage++) {
      const sum = sums[passage] ?? outOfRange();
      const field = hasFields ? (fields[passage] ?? outOfRange()) : 0;
      if (sum === 0 && field === 0) continue;
      const owner = corpus.owners[passage] ?? outOfRange();
      if (standing[owner] !== allowed) continue;
      const section = corpus.sections[passage] ?? outOfRange();
      const factor = preference === undefined ? 1 : (preference[owner] ?? outOfRange());
      const context = settings.contextShare * (sums[section] ?? outOfRange());
      if (corpus.cuts[passage] === fieldLine) {
        if (field === 0 || section === passage) continue;
        const head = fields[passage - (corpus.lengths[passage] ?? outOfRange())] ?? outOfRange();
        lines.push(section, passage, rounded((field + settings.headShare * head + 0.25 * context) * factor));
      } else if (section !== passage && sum > 0) {
        const title = settings.titleFirstShare * (hasFields ? (fields[section] ?? outOfRange()) : 0);
        const bonus = settings.preferenceBonus * (factor - 1);
        passages.push(section, passage, rounded((sum + context + title) * factor + bonus));
      } else if (section === passage && field > 0) {
        titles.push(section, section, rounded(field * factor));
      }
    }
    const chosen = best(corpus, passages, count);
    const chosenLines = best(corpus, lines, settings.linesMax);
    const chosenTitles = best(corpus, titles, settings.titlesMax);
    const known = new Set(chosen.map(({ passage }) => corpus.sections[passage] ?? outOfRange()));
    const behindLines: ScoredPassage[] = [];
    for (const { passage } of [...chosenTitles, ...chosenLines]) {
      const section = corpus.sections[passage] ?? outOfRange();
      if (known.has(section)) continue;
      known.add(section);
      const owner = corpus.owners[section] ?? outOfRange();
      const factor = preference === undefined ? 1 : (preference[owner] ?? outOfRange());
      const found = bestOfSection(corpus, section);
      if (found !== undefined) {
        const context = settings.contextShare * (sums[section] ?? outOfRange());
        behindLines.push({ passage: found.passage, score: rounded((found.score + context) * factor) });
      }
    }
    return { passages: chosen, lines: chosenLines, behindLines };
  } finally {
    for (const list of lists) for (let i = 0; i < list.length; i++) sums[list.passages[i] ?? outOfRange()] = 0;
    for (const list of fieldLists) for (let i = 0; i < list.length; i++) fields[list.passages[i] ?? outOfRange()] = 0;
  }
}

/** The passage of a section that shares most, or its first where none shares anything. */
function bestOfSection(corpus: Corpus, section: number): ScoredPassage | undefined {
  let found: ScoredPassage | undefined;
  for (let passage = section + 1; passage < corpus.passageEnd; passage++) {
    if (corpus.sections[passage] !== section || corpus.cuts[passage] === fieldLine) break;
    const score = corpus.scratch[passage] ?? outOfRange();
    if (found === undefined || score > found.score) found = { passage, score };
  }
  return found;
}

type Found = Pick<Postings, "length" | "passages">;

function addMeaning(corpus: Corpus, meaning: WeighedMeaning, place: "text" | "fields", lists: Found[]): void {
  corpus.step();
  const found = sayersOf(corpus, meaning, place);
  const sums = place === "text" ? corpus.scratch : corpus.fieldScratch;
  lists.push(found);
  for (let i = 0; i < found.length; i++) {
    const passage = found.passages[i] ?? outOfRange();
    const count = found.counts[i] ?? outOfRange();
    const norm = lengthNorm(corpus.lengths[passage] ?? outOfRange(), corpus.meanLength);
    const said = place === "text" ? saturation(count, norm) : Math.min(1, count);
    sums[passage] = (sums[passage] ?? outOfRange()) + meaning.weight * said;
  }
}

function addText(corpus: Corpus, tokens: readonly EvidenceToken[], lists: Found[]): void {
  const sums = corpus.scratch;
  for (const { token, weight, used } of tokens) {
    if (!used) continue;
    corpus.step();
    const list = corpus.postings(token);
    lists.push(list);
    for (let i = 0; i < list.length; i++) {
      const passage = list.passages[i] ?? outOfRange();
      const norm = lengthNorm(corpus.lengths[passage] ?? outOfRange(), corpus.meanLength);
      sums[passage] = (sums[passage] ?? outOfRange()) + weight * saturation(list.counts[i] ?? outOfRange(), norm);
    }
  }
}

function addFields(corpus: Corpus, tokens: readonly EvidenceToken[], lists: Found[]): void {
  const fields = corpus.fieldScratch;
  for (const { token, weight, used } of tokens) {
    if (!used) continue;
    corpus.step();
    const list = corpus.postings(inField(token));
    lists.push(list);
    for (let i = 0; i < list.length; i++) {
      const passage = list.passages[i] ?? outOfRange();
      fields[passage] = (fields[passage] ?? outOfRange()) + weight;
    }
  }
}

function best(corpus: Corpus, candidates: Candidates, count: number): ScoredPassage[] {
  const compare = (x: number, y: number) =>
    (candidates.scores[y] ?? outOfRange()) - (candidates.scores[x] ?? outOfRange()) ||
    compareSections(corpus, candidates.passages[x] ?? outOfRange(), candidates.passages[y] ?? outOfRange());
  return topOf(candidates.length, count, candidates.scores, compare).map((index) => ({
    passage: candidates.passages[index] ?? outOfRange(),
    score: candidates.scores[index] ?? outOfRange(),
  }));
}
