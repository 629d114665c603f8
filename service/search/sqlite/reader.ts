import { foldText } from "../../../lib/text/format/fold.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import { newsSettings } from "../core/evidence-settings.ts";
import { type Found, find } from "../core/find.ts";
import type { Compare } from "../core/hybrid.ts";
import type { Selected } from "../core/select.ts";
import type { DocumentMatch, DocumentMatches, DocumentQuery, NewsMatches } from "../port.ts";
import type { AskedDocuments, AskedNews } from "../worker/messages.ts";
import { SqliteCorpus } from "./corpus.ts";
import { type Explanation, explanationOf } from "./explain.ts";
import { StoredGlossary } from "./glossary.ts";
import { VectorTable } from "./vectors.ts";

/** Answers from one read-only connection; each query sees one state of the store and stops when `step` throws. */
export class SearchReader {
  readonly #db: Database;
  readonly #body: SqliteCorpus;
  readonly #news: SqliteCorpus;
  readonly #vectors: { readonly body: VectorTable; readonly news: VectorTable };
  readonly #glossary: StoredGlossary;

  constructor(db: Database, cacheBytes: number, commonMax?: number) {
    this.#db = db;
    this.#body = new SqliteCorpus(db, "body", cacheBytes, commonMax);
    this.#news = new SqliteCorpus(db, "news", cacheBytes / 8, commonMax);
    this.#vectors = { body: new VectorTable(db, "body"), news: new VectorTable(db, "news") };
    this.#glossary = new StoredGlossary(db);
  }

  searchDocuments(query: AskedDocuments, step: () => void): DocumentMatches {
    return this.#reading(this.#body, step, (corpus) => {
      const { compare, engine } = this.#meaning(this.#vectors.body, query, step);
      const found = find(corpus, corpus.standing(query), query, this.#glossary.current(), compare);
      return { engine, hits: found.selected.map((match) => documentMatch(corpus, found, match, query.includeSnippet)) };
    });
  }

  searchNews(query: AskedNews, step: () => void): NewsMatches {
    return this.#reading(this.#news, step, (corpus) => {
      const { compare, engine } = this.#meaning(this.#vectors.news, query, step);
      const request = { ...query, settings: newsSettings };
      const { selected } = find(corpus, corpus.standing(query), request, this.#glossary.current(), compare);
      return { engine, hits: selected.map(({ owner, score }) => ({ newsId: corpus.documentId(owner), score })) };
    });
  }

  explain(query: DocumentQuery): Explanation {
    const noStep = () => {};
    return this.#reading(this.#body, noStep, (corpus) => {
      const found = find(corpus, corpus.standing(query), query, this.#glossary.current());
      return explanationOf(corpus, found, { engine: engineOf(query), folded: foldText(query.query) });
    });
  }

  /** Only passages that were embedded can be compared: without any, words alone decide. */
  #meaning(
    vectors: VectorTable,
    query: AskedDocuments | AskedNews,
    step: () => void,
  ): { compare: Compare | undefined; engine: string } {
    const { meaning } = query;
    if (meaning === undefined || query.matchType === "lexical") return { compare: undefined, engine: engineOf(query) };
    vectors.refresh(meaning.model, meaning.vector.length);
    if (vectors.count === 0) return { compare: undefined, engine: engineOf(query) };
    const compare: Compare = (accept, visit) => vectors.compare(meaning.vector, accept, step, visit);
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

function documentMatch(corpus: SqliteCorpus, found: Found, match: Selected, includeSnippet: boolean): DocumentMatch {
  return {
    documentId: corpus.documentId(match.owner),
    sectionId: corpus.sectionId(match.owner, match.section),
    score: match.score,
    snippet: includeSnippet ? found.snippetOf(match) : null,
    alsoIn: match.alsoIn.map((each) => ({
      documentId: corpus.documentId(each.owner),
      sectionId: corpus.sectionId(each.owner, each.section),
    })),
    row: found.evidence?.bySection.get(match.section)?.row ?? null,
  };
}
