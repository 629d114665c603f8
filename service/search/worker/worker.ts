import { giveBackHeap } from "../../../lib/kit/process/at-rest.ts";
import { serveWork, threadSettings } from "../../../lib/kit/workers/serve-work.ts";
import { giveBackPages, openDatabase } from "../../storage/sqlite/database.ts";
import { TermTooCommonError } from "../port.ts";
import { SearchReader } from "../sqlite/reader.ts";
import type { SearchThreadSettings, SearchWork, TooCommon } from "./messages.ts";

/** One search thread with its own read-only connection. A query checks between its steps whether to continue. */
const { file, cacheBytes, commonMax } = readSettings(threadSettings());
const db = openDatabase(file, { readonly: true });
const reader = new SearchReader(db, cacheBytes, commonMax);

serveWork<SearchWork>(
  {
    documents: (query, step) => orTooCommon(() => reader.searchDocuments(query, step)),
    news: (query, step) => orTooCommon(() => reader.searchNews(query, step)),
  },
  () => {
    giveBackPages(db);
    giveBackHeap();
  },
);

function orTooCommon<T>(search: () => T): T | TooCommon {
  try {
    return search();
  } catch (error) {
    if (error instanceof TermTooCommonError) return { tooCommon: error.term };
    throw error;
  }
}

/** Without zod, which takes 8 MB in each thread. */
function readSettings(value: unknown): SearchThreadSettings {
  const read = (key: string): unknown => (typeof value === "object" && value !== null ? Reflect.get(value, key) : null);
  const [file, cacheBytes, commonMax] = [read("file"), read("cacheBytes"), read("commonMax")];
  if (typeof file !== "string" || typeof cacheBytes !== "number")
    throw new TypeError("A search thread has no settings.");
  return { file, cacheBytes, commonMax: typeof commonMax === "number" ? commonMax : undefined };
}
