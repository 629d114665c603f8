import { foldText } from "../../../lib/text/format/fold.ts";
import { baseGlossary } from "../core/base-glossary.ts";
import { evidenceSettings } from "../core/evidence-settings.ts";
import { Glossary } from "../core/glossary.ts";
import { lexicalTerms } from "../core/query.ts";
import { type Question, readQuestion } from "../core/question.ts";
import {
  compareRanked,
  hitsPerDocumentMax,
  inverseFrequency,
  lengthNorm,
  rounded,
  saturation,
} from "../core/ranking.ts";
import { PassageShape } from "../core/same-passage.ts";
import { bestSentenceOf, type SentenceWeights, TokenWeights } from "../core/sentence-scores.ts";
import { snippet } from "../core/snippet.ts";
import { describeToken, evidenceTokens, isWordToken, termTokens } from "../core/tokens.ts";
import { saidIn, weighMeanings } from "../core/weighed-meanings.ts";
import type { DocumentQuery, EmbeddedSearchIndex, NewsQuery, SearchWriter } from "../port.ts";
import { Corpus, documentEntry, type Entry, newsEntry, occurrences, type Section } from "./corpus.ts";

interface Hit {
  readonly score: number;
  readonly atMs: number;
  readonly documentId: string;
  readonly position: number;
  readonly sectionId: string;
  readonly passage: string;
  readonly folded: string;
  /** Hits whose passage says the same. */
  readonly alsoIn: Hit[];
}

/**
 * A search engine without an index, which reads everything for every query. It is simple enough to be obviously
 * correct, so that other engines can be compared with it.
 */
export function createBruteForceIndex(): EmbeddedSearchIndex {
  const body = new Corpus();
  const news = new Corpus();
  return {
    writer: createWriter(body, news),
    async searchDocuments(query, signal) {
      signal.throwIfAborted();
      const hits = search(body, query);
      return {
        engine: query.matchType === "lexical" ? "lexical" : "evidence",
        hits: hits.map(({ documentId, sectionId, score, passage, alsoIn }) => ({
          documentId,
          sectionId,
          score,
          snippet: query.includeSnippet ? snippet(passage, [0, passage.length], lexicalTerms(query.query)) : null,
          alsoIn: alsoIn.map((each) => ({ documentId: each.documentId, sectionId: each.sectionId })),
          row: null,
        })),
      };
    },
    async searchNews(query, signal) {
      signal.throwIfAborted();
      return {
        engine: query.matchType === "lexical" ? "lexical" : "evidence",
        hits: search(news, query).map(({ documentId, score }) => ({ newsId: documentId, score })),
      };
    },
    close: async () => {},
  };
}

function createWriter(body: Corpus, news: Corpus): SearchWriter {
  return {
    putDocument: async (document) => {
      if (document.family === "ir_material") body.remove(document.documentId);
      else body.put(documentEntry(document));
    },
    removeDocument: async (documentId) => body.remove(documentId),
    setSuperseded: async (documentId, superseded) => {
      const entry = body.find(documentId);
      if (entry !== undefined) entry.superseded = superseded;
    },
    putNews: async (statement) => news.put(newsEntry(statement)),
    removeNews: async (newsId) => news.remove(newsId),
  };
}

function search(corpus: Corpus, query: DocumentQuery | NewsQuery): Hit[] {
  const wanted = corpus.all.filter((entry) => matchesFilter(entry, query));
  const ranked = query.matchType === "lexical" ? lexical(corpus, wanted, query) : evidence(corpus, wanted, query);
  return filledUp(ranked.sort(compareRanked), query.topK);
}

/** At most three of each document first, then the others; a repeated passage is listed with the hit above. */
function filledUp(ranked: readonly Hit[], topK: number): Hit[] {
  const perDocument = new Map<string, number>();
  const taken: Hit[] = [];
  const deferred: Hit[] = [];
  let further = 0;
  for (const hit of ranked) {
    if (taken.length >= topK) {
      if (further++ >= 24) break;
      isFolded(
        taken,
        hit,
        taken.every(({ alsoIn }) => alsoIn.length === 0),
      );
    } else if ((perDocument.get(hit.documentId) ?? 0) >= hitsPerDocumentMax) deferred.push(hit);
    else if (!isFolded(taken, hit, false)) {
      perDocument.set(hit.documentId, (perDocument.get(hit.documentId) ?? 0) + 1);
      taken.push(hit);
    }
  }
  for (const hit of deferred) if (taken.length < topK && !isFolded(taken, hit, false)) taken.push(hit);
  return taken;
}

function isFolded(taken: readonly Hit[], hit: Hit, strictly: boolean): boolean {
  const own = hit.folded;
  const same = taken.find((each) => {
    const other = each.folded;
    if (!PassageShape.mayBeSame(own.length, other.length, strictly)) return false;
    return new PassageShape(other).isSameAs(new PassageShape(own));
  });
  same?.alsoIn.push(hit);
  return same !== undefined;
}

function matchesFilter(entry: Entry, query: DocumentQuery | NewsQuery): boolean {
  if (entry.atMs < (query.sinceMs ?? -Infinity) || entry.atMs >= (query.untilMs ?? Infinity)) return false;
  if (query.securityCodes !== undefined && !entry.codes.some((code) => query.securityCodes?.includes(code)))
    return false;
  if (!("latestOnly" in query)) return true;
  if (query.documentTypes !== undefined && !query.documentTypes.includes(entry.type)) return false;
  if (query.families !== undefined && !query.families.includes(entry.family)) return false;
  return !(query.latestOnly && entry.superseded);
}

function lexical(corpus: Corpus, wanted: readonly Entry[], query: { query: string }): Hit[] {
  const terms = lexicalTerms(query.query);
  if (terms.length === 0) return [];
  const { count, mean } = corpus.statistics;
  const plans = terms.map((term) => ({ term, parts: partsOf(term), weight: 0 }));
  for (const plan of plans) {
    plan.weight = inverseFrequency(count, Math.min(...plan.parts.map((part) => corpus.frequency(part))));
  }
  const hits: Hit[] = [];
  for (const entry of wanted) {
    for (const each of entry.sections) {
      if (!terms.every((term) => each.whole.includes(term) || each.context.includes(term))) continue;
      if (!terms.some((term) => each.whole.includes(term))) continue;
      let best = 0;
      let bestPassage = -1;
      for (const [i, folded] of each.folded.entries()) {
        const norm = lengthNorm(folded.length, mean);
        let score = 0;
        for (const { parts, weight } of plans) {
          const shown = Math.min(...parts.map((part) => occurrences(folded, each.extended[i] ?? "", part)));
          if (shown > 0) score += weight * saturation(shown, norm);
        }
        if (score > best) {
          best = score;
          bestPassage = i;
        }
      }
      hits.push(hitOf(entry, each, rounded(best), bestPassage));
    }
  }
  return hits;
}

function hitOf(entry: Entry, each: Section, score: number, passage: number): Hit {
  const at = passage in each.texts ? passage : 0;
  const { documentId, atMs } = entry;
  const { position, sectionId, texts, folded } = each;
  const shown = { passage: texts[at] ?? "", folded: folded[at] ?? "" };
  return { score, atMs, documentId, position, sectionId, ...shown, alsoIn: [] };
}

/** The pairs and single characters that a term is counted by. */
function partsOf(term: string): string[] {
  const { tokens, range } = termTokens(term);
  if (range !== null) return [String.fromCharCode(range[0] / 65_536)];
  return tokens.map((token) => describeToken(token, term));
}

const glossary = new Glossary(baseGlossary());

/**
 * Every token of the question counts here, however frequent: an engine that drops some still finds the best. Of texts
 * without titles and tables this is the whole ranking of a question in English.
 */
function evidence(corpus: Corpus, wanted: readonly Entry[], query: { query: string }): Hit[] {
  const { mean } = corpus.statistics;
  const asked = foldText(query.query);
  const question = readQuestion(asked, glossary);
  const { scoreIn, sentenceWeights } = question.isEnglish ? byMeanings(corpus, question) : byTokens(corpus, asked);
  const share = evidenceSettings.parts[question.isEnglish ? "english" : "japanese"].passage;
  const hits: Hit[] = [];
  for (const entry of wanted) {
    for (const each of entry.sections) {
      let best = 0;
      let bestPassage = -1;
      for (const [i, folded] of each.folded.entries()) {
        const norm = lengthNorm(folded.length, mean);
        const own = scoreIn(folded, each.extended[i] ?? "", norm);
        if (own === 0) continue;
        const context = scoreIn(each.context, each.context, lengthNorm(each.context.length, mean));
        const sentence = bestSentenceOf(folded, sentenceWeights).score;
        const score =
          share * (own + evidenceSettings.contextShare * context) + evidenceSettings.sentenceShare * sentence;
        if (score > best) {
          best = score;
          bestPassage = i;
        }
      }
      if (best > 0) hits.push(hitOf(entry, each, rounded(best), bestPassage));
    }
  }
  return hits;
}

interface Scorer {
  scoreIn(text: string, extended: string, norm: number): number;
  readonly sentenceWeights: SentenceWeights;
}

function byTokens(corpus: Corpus, asked: string): Scorer {
  const { count } = corpus.statistics;
  const weights = new Map(
    evidenceTokens(asked).map((token) => [
      token,
      inverseFrequency(count, corpus.frequency(describeToken(token, asked))),
    ]),
  );
  return {
    scoreIn(text, extended, norm) {
      let score = 0;
      for (const [token, weight] of weights) {
        const shown = occurrences(text, extended, describeToken(token, asked));
        if (shown > 0) score += weight * saturation(shown, norm);
      }
      return score;
    },
    sentenceWeights: new TokenWeights(weights),
  };
}

/** Each meaning once, by all of its sayings together; a saying stands in a text as often as the rarest of its parts. */
function byMeanings(corpus: Corpus, { meanings, folded: asked }: Question): Scorer {
  const { count } = corpus.statistics;
  const words = [asked, ...meanings.flatMap(({ sayings }) => sayings.map(({ folded }) => folded))].join(" ");
  const counted = {
    passageCount: count,
    frequency: (token: number) => {
      const part = describeToken(token, words);
      return isWordToken(token)
        ? textsOf(corpus.all).filter((text) => wordsIn(text, part) > 0).length
        : corpus.frequency(part);
    },
  };
  const weighed = weighMeanings(counted, meanings, "text", Infinity);
  const timesIn = (text: string, extended: string, token: number) => {
    const part = describeToken(token, words);
    return isWordToken(token) ? wordsIn(text, part) : occurrences(text, extended, part);
  };
  return {
    scoreIn(text, extended, norm) {
      let score = 0;
      for (const { weight, sayings } of weighed) {
        let said = 0;
        for (const { share, tokens } of sayings)
          said += share * Math.min(...tokens.map((token) => timesIn(text, extended, token)));
        if (said > 0) score += weight * saturation(said, norm);
      }
      return score;
    },
    sentenceWeights: { shared: (text, start, end) => saidIn(text.slice(start, end), weighed) },
  };
}

const textsOf = (all: readonly Entry[]) =>
  all.flatMap(({ sections }) => sections.flatMap(({ context, folded }) => [context, ...folded]));

const wordsIn = (text: string, word: string) =>
  (text.match(/[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〇]]+/gv) ?? []).filter(
    (each) => each === word,
  ).length;
