import { newsSettings } from "../core/evidence-settings.ts";
import type { Glossary } from "../core/glossary.ts";
import type { DocumentMatches, NewsMatches, SearchIndex } from "../port.ts";
import type { EngineClient } from "./client.ts";
import { aliasOf } from "./indexes.ts";
import type { SearchPlace } from "./place.ts";
import { type Deliverable, EngineSearch } from "./search.ts";

export interface EngineIndexOptions {
  readonly client: EngineClient;
  readonly place: SearchPlace;
  /** After which the engine stops its work. */
  readonly timeoutMs: number;
  readonly deliverable: Deliverable;
  /** Learned from the store's documents in two languages. */
  readonly glossary: () => Glossary;
}

/** Searches on OpenSearch. It is filled by an `IndexFollower`, never by those who ask. */
export function createEngineIndex({
  client,
  place,
  timeoutMs,
  deliverable,
  glossary,
}: EngineIndexOptions): EngineIndex {
  const body = new EngineSearch(client, aliasOf(place, "body"), timeoutMs, deliverable);
  const news = new EngineSearch(client, aliasOf(place, "news"), timeoutMs, everything, newsSettings);
  let running = 0;
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    running++;
    try {
      return await work();
    } finally {
      running--;
    }
  };
  return {
    get waiting() {
      return running;
    },
    searchDocuments: (query, signal): Promise<DocumentMatches> =>
      counted(async () => {
        const hits = await body.search(query, glossary, signal);
        return {
          engine: engineOf(query.matchType),
          hits: hits.map((hit) => ({ ...hit, snippet: query.includeSnippet ? hit.snippet() : null })),
        };
      }),
    searchNews: (query, signal): Promise<NewsMatches> =>
      counted(async () => {
        const hits = await news.search(query, glossary, signal);
        return {
          engine: engineOf(query.matchType),
          hits: hits.map(({ documentId, score }) => ({ newsId: documentId, score })),
        };
      }),
    forget() {
      body.facts.forget();
      news.facts.forget();
    },
    close: async () => client.close(),
  };
}

export interface EngineIndex extends SearchIndex {
  /** Searches that the engine has not answered yet. */
  readonly waiting: number;
  /** The indexes were filled anew: their facts are read again. */
  forget(): void;
}

/** News is never withdrawn. */
const everything: Deliverable = async (ids) => new Set(ids);

const engineOf = (matchType: string) => (matchType === "lexical" ? "lexical" : "evidence");
