import { foldText } from "../../../lib/text/format/fold.ts";
import { plainText } from "../../../lib/text/format/plain-text.ts";
import { baseGlossary } from "../core/base-glossary.ts";
import { newsContext, sectionContext } from "../core/contexts.ts";
import { evidenceSettings } from "../core/evidence-settings.ts";
import { Glossary } from "../core/glossary.ts";
import { passages } from "../core/passages.ts";
import { type Question, readQuestion } from "../core/question.ts";
import { lexicalTerms } from "../core/query.ts";
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
import type {
  DocumentQuery,
  EmbeddedSearchIndex,
  IndexedDocument,
  IndexedNews,
  NewsQuery,
  SearchWriter,
} from "../port.ts";

interface Section {
  readonly sectionId: string;
  readonly position: number;
  readonly context: string;
  readonly texts: readonly string[];
  readonly folded: readonly string[];
  /** Each with the character that follows it, where a pair may end that begins in the passage. */
  readonly extended: readonly string[];
  readonly whole: string;
}

interface Entry {
  readonly documentId: string;
  readonly family: string;
  readonly type: string;
  readonly codes: readonly string[];
  readonly atMs: number;
  superseded: boolean;
  readonly sections: readonly Section[];
}

interface Hit {
  readonly score: number;
  readonly atMs: number;
  readonly documentId: string;
  readonly position: number;
  readonly sectionId: string;
  readonly passage: string;
  /** Hits whose passage says the same. */
  readonly alsoIn: Hit[];
}

/**
 * A search engine without an index, which reads everything for every query. It is simple enough to be obviously
 * correct, so that other engines can be compared with it.
 */
export function createBruteForceIndex(): EmbeddedSearchIndex {
  const body = new Map<string, Entry>();
  const news = new Map<string, Entry>();
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

function createWriter(body: Map<string, Entry>, news: Map<string, Entry>): SearchWriter {
  return {
    putDocument: async (document) => {
      if (document.family === "ir_material") body.delete(document.documentId);
      else body.set(document.documentId, documentEntry(document));
    },
    removeDocument: async (documentId) => void body.delete(documentId),
    setSuperseded: async (documentId, superseded) => {
      const entry = body.get(documentId);
      if (entry !== undefined) entry.superseded = superseded;
    },
    putNews: async (statement) => void news.set(statement.newsId, newsEntry(statement)),
    removeNews: async (newsId) => void news.delete(newsId),
  };
}

function documentEntry(document: IndexedDocument): Entry {
  return {
    documentId: document.documentId,
    family: document.family,
    type: document.type,
    codes: document.securityCode === null ? [] : [document.securityCode],
    atMs: document.timelineAtMs,
    superseded: document.superseded,
    sections: document.sections.map((each, position) =>
      section(each.sectionId, position, sectionContext(document, each), plainText(each.markdown)),
    ),
  };
}

function newsEntry(news: IndexedNews): Entry {
  return {
    documentId: news.newsId,
    family: "",
    type: "",
    codes: news.securityCodes,
    atMs: news.observedAtMs,
    superseded: false,
    sections: [section("", 0, newsContext(news), [news.title ?? "", news.statement].join("\n").trim())],
  };
}

function section(sectionId: string, position: number, context: string, text: string): Section {
  const texts = passages(text.toWellFormed());
  const folded = texts.map(foldText);
  const extended = folded.map((each, i) => each + (folded[i + 1] ?? "").slice(0, 1));
  const whole = folded.join("");
  return { sectionId, position, context: foldText(context.toWellFormed()), texts, folded, extended, whole };
}

function search(entries: ReadonlyMap<string, Entry>, query: DocumentQuery | NewsQuery): Hit[] {
  const all = [...entries.values()];
  const wanted = all.filter((entry) => matchesFilter(entry, query));
  const ranked = query.matchType === "lexical" ? lexical(all, wanted, query) : evidence(all, wanted, query);
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
  const own = foldText(hit.passage);
  const same = taken.find((each) => {
    const other = foldText(each.passage);
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

function lexical(all: readonly Entry[], wanted: readonly Entry[], query: { query: string }): Hit[] {
  const terms = lexicalTerms(query.query);
  if (terms.length === 0) return [];
  const { count, mean } = statistics(all);
  const plans = terms.map((term) => ({ term, parts: partsOf(term), weight: 0 }));
  for (const plan of plans) {
    plan.weight = inverseFrequency(count, Math.min(...plan.parts.map((part) => frequency(all, part))));
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
  const text = each.texts[passage] ?? each.texts[0] ?? "";
  const { documentId, atMs } = entry;
  return { score, atMs, documentId, position: each.position, sectionId: each.sectionId, passage: text, alsoIn: [] };
}

/** The pairs and single characters that a term is counted by. */
function partsOf(term: string): string[] {
  const { tokens, range } = termTokens(term);
  if (range !== null) return [String.fromCharCode(range[0] / 65_536)];
  return tokens.map((token) => describeToken(token, term));
}

/** How often a part occurs in a passage, at most 255. A pair that begins on its last character belongs to it. */
function occurrences(folded: string, extended: string, part: string): number {
  const text = part.length === 1 ? folded : extended;
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count++;
  return Math.min(255, count);
}

function frequency(all: readonly Entry[], part: string): number {
  let count = 0;
  for (const entry of all) {
    for (const each of entry.sections) {
      if (each.context.includes(part)) count++;
      for (const [i, folded] of each.folded.entries()) {
        if ((part.length === 1 ? folded : (each.extended[i] ?? "")).includes(part)) count++;
      }
    }
  }
  return count;
}

function statistics(all: readonly Entry[]): { count: number; mean: number } {
  const lengths = all.flatMap((entry) => entry.sections.flatMap((each) => each.folded.map((folded) => folded.length)));
  return {
    count: lengths.length,
    mean: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
  };
}

const glossary = new Glossary(baseGlossary());

/**
 * Every token of the question counts here, however frequent: an engine that drops some still finds the best. Of texts
 * without titles and tables this is the whole ranking of a question in English.
 */
function evidence(all: readonly Entry[], wanted: readonly Entry[], query: { query: string }): Hit[] {
  const { mean } = statistics(all);
  const asked = foldText(query.query);
  const question = readQuestion(asked, glossary);
  const { scoreIn, sentenceWeights } = question.isEnglish ? byMeanings(all, question) : byTokens(all, asked);
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

function byTokens(all: readonly Entry[], asked: string): Scorer {
  const { count } = statistics(all);
  const weights = new Map(
    evidenceTokens(asked).map((token) => [token, inverseFrequency(count, frequency(all, describeToken(token, asked)))]),
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
function byMeanings(all: readonly Entry[], { meanings, folded: asked }: Question): Scorer {
  const { count } = statistics(all);
  const words = [asked, ...meanings.flatMap(({ sayings }) => sayings.map(({ folded }) => folded))].join(" ");
  const counted = {
    passageCount: count,
    frequency: (token: number) => {
      const part = describeToken(token, words);
      return isWordToken(token) ? textsOf(all).filter((text) => wordsIn(text, part) > 0).length : frequency(all, part);
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
