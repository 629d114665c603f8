import { foldText } from "../../../lib/text/format/fold.ts";
import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { Corpus } from "./corpus.ts";
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
  /** The documents of the issuers that a folded question names, and the question without their names. */
  preferred(folded: string): Preferred;
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
  { query, topK, settings = evidenceSettings }: FindRequest,
  glossary: Glossary,
  accept: (section: number) => boolean,
  compare: Compare | undefined,
): Found {
  const folded = foldText(query);
  const { flags, rest, names } = corpus.preferred(folded);
  const question = readAsked(folded, rest, glossary);
  const preference = preferenceOf(corpus, flags, question, settings);
  const request = { question, preference, texts: corpus.texts, settings };
  const found = searchEvidence(corpus, standing, request, topK);
  const matches = compare === undefined ? found.matches : fuseMeaning(corpus, standing, found.matches, compare, topK);
  const bySection = new Map(matches.map((match) => [match.section, match]));
  const candidates = corpus.lists.take();
  for (const { section, passage, score } of matches) candidates.push(section, passage, score);
  const selected = select(corpus, candidates, topK, { accept });
  const evidence = { question, issuers: names, tokens: found.tokens, bySection };
  return { selected, lexical: undefined, evidence, snippetOf: evidenceSnippet(corpus, evidence) };
}

/** A question that is only an issuer's name searches for the name. */
export const readAsked = (folded: string, rest: string, glossary: Glossary): Question =>
  readQuestion(rest.length >= 2 ? rest : folded, glossary);

/** How much more each document counts for its issuer and its day. */
function preferenceOf(
  corpus: FindCorpus,
  ofIssuer: Uint8Array | undefined,
  { days }: Question,
  { issuerShare, dayShare }: EvidenceSettings,
): Float64Array | undefined {
  const byDay = dayShare !== 1 && days.length > 0;
  if (ofIssuer === undefined && !byDay) return undefined;
  return Float64Array.from({ length: corpus.documentCount }, (_, owner) => {
    const issuer = ofIssuer?.[owner] === 1 ? issuerShare : 1;
    return byDay && days.includes(japaneseDayOf(corpus.timelineAtMs(owner))) ? issuer * dayShare : issuer;
  });
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
