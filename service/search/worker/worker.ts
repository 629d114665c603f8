import { z } from "zod";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { serveWork, threadSettings } from "../../../lib/workers/serve-work.ts";
import { SearchReader } from "../sqlite/reader.ts";
import { TermTooCommonError } from "../port.ts";
import type { SearchThreadSettings, SearchWork, TooCommon } from "./messages.ts";

/** One search thread with its own read-only connection. A query checks between its steps whether to continue. */
const Settings: z.ZodType<SearchThreadSettings> = z.object({
  file: z.string(),
  cacheBytes: z.int(),
  commonMax: z.int().optional(),
});
const { file, cacheBytes, commonMax } = Settings.parse(threadSettings());
const reader = new SearchReader(openDatabase(file, { readonly: true }), cacheBytes, commonMax);

serveWork<SearchWork>({
  documents: (query, step) => orTooCommon(() => reader.searchDocuments(query, step)),
  news: (query, step) => orTooCommon(() => reader.searchNews(query, step)),
});

function orTooCommon<T>(search: () => T): T | TooCommon {
  try {
    return search();
  } catch (error) {
    if (error instanceof TermTooCommonError) return { tooCommon: error.term };
    throw error;
  }
}
