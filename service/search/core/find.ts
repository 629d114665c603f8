import { foldText } from "../../../lib/text/format/fold.ts";
import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import { allowed, type Corpus, filteredOut } from "./corpus.ts";
import { japaneseDayOf } from "./days.ts";
import { type EvidenceMatch, searchEvidence } from "./evidence.ts";
import type { WeighedTokens } from "./evidence-candidates.ts";
import { type EvidenceSettings, evidenceSettings } from "./evidence-settings.ts";
import type { Glossary } from "./glossary.ts";
import { type Compare, fuseMeaning } from "./hybrid.ts";
import { type LexicalTrace, searchLexically } from "./lexical.ts";
import { sentences } from "./passages.ts";
import { lexicalTerms } from "./query.ts";
import { type Question, readQuestion } from "./question.ts";
import { hitsPerDocumentMax, rounded } from "./ranking.ts";
import { type Selected, select } from "./select.ts";
import { bestSentence, sentenceWeights } from "./sentence-scores.ts";
import { type Snippet, snippet } from "./snippet.ts";
import { describeToken, isTelling } from "./tokens.ts";

/** Beside the parts that ranking reads. */
export interface FindCorpus extends Corpus {
  readonly documentCount: number;
  /** An amendment that may be answered has the section anew. */
  isAmended(owner: number, section: number, standing: Uint8Array): boolean;
  isText(passage: number, section: number): boolean;
  /** The documents of the issuers that a question names, and the folded question without their names. */
  preferred(query: string): Preferred;
}

export interface Preferred {
  /** By index of the document; undefined where the question names no issuer. */
  readonly flags: Uint8Array | undefined;
  readonly rest: string;
  readonly names: readonly string[];
}

export interface FindRequest {
  readonly query: string;
  readonly matchType: string;
  readonly topK: number;
  readonly latestOnly?: boolean | undefined;
  readonly securityCodes?: readonly string[] | undefined;
  readonly settings?: EvidenceSettings;
}

/** The results of a query, in the order of the answer. */
export interface Found {
  readonly selected: readonly Selected[];
  readonly snippetOf: (match: Selected) => Snippet | null;
  readonly lexical: LexicalTrace | undefined;
  readonly evidence: FoundEvidence | undefined;
}

export interface FoundEvidence {
  readonly question: Question;
  readonly issuers: readonly string[];
  readonly tokens: WeighedTokens;
  readonly bySection: ReadonlyMap<number, EvidenceMatch>;
}

export function find(
  corpus: FindCorpus,
  standing: Uint8Array,
  request: FindRequest,
  glossary: Glossary,
  compare?: Compare,
): Found {
  // With the latest only, an amendment replaces what it corrects.
  const accept = (section: number): boolean =>
    request.latestOnly !== true || !corpus.isAmended(corpus.owners[section] ?? outOfRange(), section, standing);
  return request.matchType === "lexical"
    ? findTerms(corpus, standing, request, accept)
    : findEvidence(corpus, standing, request, glossary, accept, compare);
}

function findTerms(
  corpus: FindCorpus,
  standing: Uint8Array,
  { query, topK }: FindRequest,
  accept: (section: number) => boolean,
): Found {
  const terms = lexicalTerms(query);
  const lexical: LexicalTrace = { plans: [], candidateCount: 0, readCount: 0 };
  const selected = searchLexically(corpus, standing, terms, topK, accept, lexical);
  return { selected, lexical, evidence: undefined, snippetOf: (match) => lexicalSnippet(corpus, match, terms) };
}

function findEvidence(
  corpus: FindCorpus,
  standing: Uint8Array,
  { query, topK, securityCodes, settings = evidenceSettings }: FindRequest,
  glossary: Glossary,
  accept: (section: number) => boolean,
  compare: Compare | undefined,
): Found {
  const { flags, rest, names } = corpus.preferred(query);
  const question = readAsked(foldText(query), rest, glossary);
  const preference = preferenceOf(corpus, question, settings);
  const request = { question, preference, texts: corpus.texts, settings };
  const bySection = new Map<number, EvidenceMatch>();
  const search = (among: Uint8Array, count: number) => {
    const found = searchEvidence(corpus, among, request, count);
    const matches = compare === undefined ? found.matches : fuseMeaning(corpus, among, found.matches, compare, count);
    const candidates = corpus.lists.take();
    for (const match of matches) {
      bySection.set(match.section, match);
      candidates.push(match.section, match.passage, match.score);
    }
    return { ...found, selected: select(corpus, candidates, count, { accept }) };
  };
  const own = flags === undefined ? standing : only(standing, (owner) => flags[owner] === 1);
  const found = search(own, topK);
  let { selected } = found;
  // Of an issuer that was asked for something is always answered: what its newest documents begin with.
  if (selected.length === 0 && (flags !== undefined || securityCodes !== undefined))
    selected = firstSections(corpus, own, Math.min(topK, hitsPerDocumentMax), accept);
  if (flags !== undefined && selected.length < topK) {
    const others = search(
      only(standing, (owner) => flags[owner] !== 1),
      topK - selected.length,
    );
    selected = [...selected, ...behind(others.selected, selected.at(-1)?.score)];
  }
  const evidence = { question, issuers: names, tokens: found.tokens, bySection };
  return { selected, lexical: undefined, evidence, snippetOf: evidenceSnippet(corpus, evidence) };
}

const only = (standing: Uint8Array, isIn: (owner: number) => boolean) =>
  standing.map((each, owner) => (each === allowed && !isIn(owner) ? filteredOut : each));

/** Below what stands before it, however good it is. */
function behind(others: readonly Selected[], least = Infinity): Selected[] {
  const share = Math.min(1, (0.99 * least) / Math.max(others[0]?.score ?? 0, 1e-6));
  return others.map((each) => ({ ...each, score: rounded(each.score * share) }));
}

const firstSectionScore = 0.1;

function firstSections(
  corpus: FindCorpus,
  among: Uint8Array,
  count: number,
  accept: (section: number) => boolean,
): Selected[] {
  const candidates = corpus.lists.take();
  for (let section = 0; section + 1 < corpus.passageEnd; section++) {
    if (corpus.sections[section] !== section || !corpus.isText(section + 1, section)) continue;
    if (among[corpus.owners[section] ?? outOfRange()] === allowed)
      candidates.push(section, section + 1, firstSectionScore);
  }
  return select(corpus, candidates, count, { accept });
}

/** A question that is only an issuer's name searches for the name. */
export const readAsked = (folded: string, rest: string, glossary: Glossary): Question =>
  readQuestion(rest.length >= 2 ? rest : folded, glossary);

/** How much more what became known on a day that the question says counts. */
function preferenceOf(
  corpus: FindCorpus,
  { days }: Question,
  { dayShare }: EvidenceSettings,
): Float64Array | undefined {
  if (dayShare === 1 || days.length === 0) return undefined;
  return Float64Array.from({ length: corpus.documentCount }, (_, owner) =>
    days.includes(japaneseDayOf(corpus.timelineAtMs(owner))) ? dayShare : 1,
  );
}

export function evidenceSnippet(corpus: FindCorpus, { question, tokens }: FoundEvidence) {
  const weights = sentenceWeights(tokens);
  const words = [question.folded, ...question.expansions.map(({ folded }) => folded)].join(" ");
  const wanted =
    tokens.meanings?.text.flatMap(({ sayings }) => sayings.map(({ folded }) => folded)) ??
    tokens.text
      .filter((token) => token.used && isTelling(token.token))
      .map(({ token }) => describeToken(token, words))
      .filter((word) => word !== "");
  return (match: Selected): Snippet => {
    const text = corpus.text(match.passage);
    return snippet(text, bestSentence(text, weights), wanted);
  };
}

/** From the passage that represents the section, or else from the first that contains a term. Terms come folded. */
export function lexicalSnippet(corpus: FindCorpus, match: Selected, terms: readonly string[]): Snippet | null {
  const { section } = match;
  const countIn = (folded: string) => terms.filter((term) => folded.includes(term)).length;
  const holds = (passage: number) => countIn(corpus.texts.folded(passage)) > 0;
  let passage = match.passage === section ? undefined : match.passage;
  if (passage === undefined || !holds(passage)) {
    for (let other = section + 1; corpus.isText(other, section); other++) {
      const isHolder = holds(other);
      if (passage === undefined || isHolder) passage = other;
      if (isHolder) break;
    }
  }
  if (passage === undefined) return null;
  const text = corpus.text(passage);
  let best: readonly [number, number] = [0, text.length];
  let bestCount = -1;
  for (const [start, end] of sentences(text)) {
    const count = countIn(foldText(text.slice(start, end)));
    if (count > bestCount) {
      bestCount = count;
      best = [start, end];
    }
    if (count === terms.length) break;
  }
  return snippet(text, best, terms);
}
