import { availableParallelism } from "node:os";
import { PoolBusyError } from "../../../lib/kit/workers/errors.ts";
import { WorkerPool } from "../../../lib/kit/workers/pool.ts";
import type { EmbeddingProvider } from "../../embedding/provider.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import { type EmbeddedSearchIndex, type SearchBacklog, SearchBusyError, TermTooCommonError } from "../port.ts";
import type { SearchThreadSettings, SearchWork, TooCommon } from "../worker/messages.ts";
import { createSearchWriter } from "./recording-writer.ts";
import { createOwnBacklog } from "./source.ts";

export interface SearchIndexOptions {
  /** The connection in whose transactions documents are published. */
  readonly db: Database;
  /** The same store as a file: threads open it read-only. */
  readonly file: string;
  readonly threads?: number;
  /** Memory of each thread for what it has read of the index. */
  readonly cacheBytes?: number;
  /** How many postings of a single letter or kana are read before it is refused as too common. */
  readonly commonMax?: number;
  /** Each waiting search has a deadline; more than these would pass it before their turn comes. */
  readonly waitingMax?: number;
  /** How long a search may have to wait for a thread; one that would wait longer is refused at once. */
  readonly waitMsMax?: number;
  /** When a thread that is asked nothing gives memory back, if not after ten seconds. */
  readonly quietMs?: number;
  /** Ranks questions by meaning too, over the passages that have vectors. */
  readonly embedding?: EmbeddingProvider | undefined;
  /** Called when the provider failed and the question is answered by words alone. */
  readonly onEmbeddingFailure?: (error: unknown) => void;
  /** Of an index that follows another store than `db`. */
  readonly backlog?: SearchBacklog;
}

/**
 * The embedded search engine. `db` must be migrated before the first search. Writes run on `db`, inside the
 * caller's transaction, and are found by searches that begin after its commit. Searches run in threads; one whose
 * signal fires rejects with its reason and its work stops. Close it before the store.
 */
export function createSearchIndex(
  options: SearchIndexOptions,
): EmbeddedSearchIndex & SearchBacklog & { readonly waiting: number } {
  const settings: SearchThreadSettings = {
    file: options.file,
    cacheBytes: options.cacheBytes ?? 64_000_000,
    commonMax: options.commonMax,
  };
  const pool = new WorkerPool<SearchWork>({
    worker: new URL("../worker/worker.ts", import.meta.url),
    name: "search",
    threads: options.threads ?? Math.min(4, Math.max(2, availableParallelism() - 1)),
    waitingMax: options.waitingMax ?? 1_000,
    waitMsMax: options.waitMsMax,
    stopWithinMs: 1_000,
    quietMs: options.quietMs,
    settings,
  });
  const ask: typeof pool.ask = (name, query, how) => pool.ask(name, query, how).catch(searchError);
  return {
    ...(options.backlog ?? createOwnBacklog(options.db)),
    writer: createSearchWriter(options.db),
    get waiting() {
      return pool.waiting;
    },
    async searchDocuments(query, signal) {
      const meaning = query.matchType === "semantic" ? await meaningOf(query.query, options, signal) : undefined;
      return found(await ask("documents", meaning === undefined ? query : { ...query, meaning }, { signal }));
    },
    async searchNews(query, signal) {
      const meaning = query.matchType === "semantic" ? await meaningOf(query.query, options, signal) : undefined;
      return found(await ask("news", meaning === undefined ? query : { ...query, meaning }, { signal }));
    },
    close: () => pool.close(),
  };
}

function found<T extends object>(answer: T | TooCommon): T {
  if ("tooCommon" in answer) throw new TermTooCommonError(answer.tooCommon);
  return answer;
}

function searchError(error: unknown): never {
  throw error instanceof PoolBusyError ? new SearchBusyError(error) : error;
}

async function meaningOf(question: string, options: SearchIndexOptions, signal: AbortSignal) {
  const { embedding } = options;
  if (embedding === undefined) return undefined;
  try {
    const [vector] = await embedding.embed([question], signal);
    return vector === undefined ? undefined : { model: embedding.model, vector };
  } catch (error) {
    if (!signal.aborted) options.onEmbeddingFailure?.(error);
    return undefined;
  }
}
