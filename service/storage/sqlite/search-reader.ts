import { foldText } from "../../../lib/format/fold.ts";
import type { SectionMatch } from "../../domain/search/corpus.ts";
import { bestSentence, type EvidenceToken, searchEvidence } from "../../domain/search/evidence.ts";
import { type LexicalTrace, searchLexically } from "../../domain/search/lexical.ts";
import { type Compare, searchHybrid } from "../../domain/search/hybrid.ts";
import type { DocumentMatches, DocumentQuery, NewsMatches, NewsQuery } from "../../domain/search/port.ts";
import { lexicalTerms } from "../../domain/search/query.ts";
import { sentences } from "../../domain/search/passages.ts";
import { type Snippet, highlightRanges, snippet } from "../../domain/search/snippet.ts";
import { describeToken, isTelling } from "../../domain/search/tokens.ts";
import type { Database } from "./database.ts";
import type { AskedDocuments } from "../../search-worker/messages.ts";
import { SqliteCorpus } from "./search-corpus.ts";
import { VectorTable } from "./search-vectors.ts";

export interface Explanation {
  readonly engine: string;
  readonly folded: string;
  readonly terms: readonly {
    readonly term: string;
    readonly passages: number;
    readonly weight: number;
    readonly exact: boolean;
  }[];
  readonly tokens: readonly {
    readonly token: string;
    readonly passages: number;
    readonly weight: number;
    readonly used: boolean;
  }[];
  readonly candidates: number;
  readonly textsRead: number;
  readonly hits: readonly {
    readonly documentId: string;
    readonly sectionId: string;
    readonly score: number;
    readonly parts: Readonly<Record<string, number>>;
    readonly snippet: Snippet | null;
  }[];
}

interface Found {
  readonly matches: readonly SectionMatch[];
  readonly snippetOf: (match: SectionMatch) => Snippet | null;
  readonly trace: LexicalTrace | undefined;
  readonly tokens: readonly EvidenceToken[];
}

/** Answers from one read-only connection; each query sees one state of the store and stops when `step` throws. */
export class SearchReader {
  readonly #db: Database;
  readonly #body: SqliteCorpus;
  readonly #news: SqliteCorpus;
  readonly #vectors: VectorTable;

  constructor(db: Database, cacheBytes: number) {
    this.#db = db;
    this.#body = new SqliteCorpus(db, "body", cacheBytes);
    this.#news = new SqliteCorpus(db, "news", cacheBytes / 8);
    this.#vectors = new VectorTable(db);
  }

  searchDocuments(query: AskedDocuments, step: () => void): DocumentMatches {
    return this.#reading(this.#body, step, (corpus) => {
      const { compare, engine } = this.#meaning(query, step);
      const found = find(corpus, corpus.standing(query), query, compare);
      return {
        engine,
        hits: found.matches.map((match) => ({
          documentId: corpus.documentId(match.owner),
          sectionId: corpus.sectionId(match.owner, match.section),
          score: match.score,
          snippet: query.includeSnippet ? found.snippetOf(match) : null,
        })),
      };
    });
  }

  searchNews(query: NewsQuery, step: () => void): NewsMatches {
    return this.#reading(this.#news, step, (corpus) => ({
      engine: engineOf(query),
      hits: find(corpus, corpus.standing(query), query).matches.map((match) => ({
        newsId: corpus.documentId(match.owner),
        score: match.score,
      })),
    }));
  }

  explain(query: DocumentQuery): Explanation {
    return this.#reading(
      this.#body,
      () => {},
      (corpus) => {
        const found = find(corpus, corpus.standing(query), query);
        return {
          engine: engineOf(query),
          folded: foldText(query.query),
          terms: (found.trace?.plans ?? []).map(({ term, frequency, weight, exact }) => ({
            term,
            passages: frequency,
            weight,
            exact,
          })),
          tokens: found.tokens.map(({ token, frequency, weight, used }) => ({
            token: describeToken(token, foldText(query.query)),
            passages: frequency,
            weight,
            used,
          })),
          candidates: found.trace?.candidateCount ?? 0,
          textsRead: found.trace?.readCount ?? 0,
          hits: found.matches.map((match) => ({
            documentId: corpus.documentId(match.owner),
            sectionId: corpus.sectionId(match.owner, match.section),
            score: match.score,
            parts: partsOf(match),
            snippet: found.snippetOf(match),
          })),
        };
      },
    );
  }

  /** Only passages that were embedded can be compared: without any, words alone decide. */
  #meaning(query: AskedDocuments, step: () => void): { compare: Compare | undefined; engine: string } {
    const { meaning } = query;
    if (meaning === undefined || query.matchType === "lexical") return { compare: undefined, engine: engineOf(query) };
    this.#vectors.refresh(meaning.model, meaning.vector.length);
    if (this.#vectors.count === 0) return { compare: undefined, engine: engineOf(query) };
    const compare: Compare = (visit) => this.#vectors.compare(meaning.vector, step, visit);
    return { compare, engine: `hybrid:${meaning.model}` };
  }

  #reading<T>(corpus: SqliteCorpus, step: () => void, work: (corpus: SqliteCorpus) => T): T {
    return this.#db.transaction(() => {
      corpus.step = step;
      corpus.refresh();
      return work(corpus);
    })();
  }
}

const engineOf = (query: { matchType: string }) => (query.matchType === "lexical" ? "lexical" : "evidence");

function partsOf(match: SectionMatch): Record<string, number> {
  const parts: Record<string, number> = {};
  for (const [name, value] of Object.entries(match)) {
    if (name.endsWith("Score") && typeof value === "number") parts[name.replace("Score", "")] = value;
  }
  return parts;
}

function find(
  corpus: SqliteCorpus,
  standing: Uint8Array,
  query: { query: string; matchType: string; topK: number },
  compare?: Compare,
): Found {
  if (query.matchType === "lexical") {
    const terms = lexicalTerms(query.query);
    const trace: LexicalTrace = { plans: [], candidateCount: 0, readCount: 0 };
    const matches = searchLexically(corpus, standing, terms, query.topK, trace);
    return { matches, trace, tokens: [], snippetOf: (match) => lexicalSnippet(corpus, match, terms) };
  }
  const { matches, tokens } =
    compare === undefined
      ? searchEvidence(corpus, standing, query.query, query.topK)
      : searchHybrid(corpus, standing, query.query, compare, query.topK);
  const weights = new Map(tokens.map(({ token, weight }) => [token, weight]));
  const folded = foldText(query.query);
  const wanted = tokens
    .filter((token) => token.used && isTelling(token.token))
    .map(({ token }) => describeToken(token, folded));
  return {
    matches,
    trace: undefined,
    tokens,
    snippetOf: (match) => {
      const text = corpus.text(match.passage);
      return snippet(text, bestSentence(text, weights), wanted);
    },
  };
}

/** From the passage that stands for the section, or from the first that shows a term where that one does not. */
function lexicalSnippet(corpus: SqliteCorpus, match: SectionMatch, terms: readonly string[]): Snippet | null {
  let text = match.passage === match.section ? "" : corpus.text(match.passage);
  if (highlightRanges(text, terms).length === 0) {
    for (let passage = match.section + 1; corpus.sections[passage] === match.section; passage++) {
      if (passage >= corpus.passageEnd) break;
      const other = corpus.text(passage);
      if (text === "" || highlightRanges(other, terms).length > 0) {
        text = other;
        if (highlightRanges(text, terms).length > 0) break;
      }
    }
  }
  if (text === "") return null;
  let best: readonly [number, number] = [0, text.length];
  let bestCount = -1;
  for (const [start, end] of sentences(text)) {
    const sentence = text.slice(start, end);
    const count = terms.filter((term) => highlightRanges(sentence, [term]).length > 0).length;
    if (count > bestCount) {
      bestCount = count;
      best = [start, end];
    }
  }
  return snippet(text, best, terms);
}
