import { z } from "zod";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { serveWork, threadSettings } from "../../../lib/workers/serve-work.ts";
import { SearchReader } from "../sqlite/reader.ts";
import type { SearchThreadSettings, SearchWork } from "./messages.ts";

/** One search thread with its own read-only connection. A query checks between its steps whether to continue. */
const Settings: z.ZodType<SearchThreadSettings> = z.object({ file: z.string(), cacheBytes: z.int() });
const { file, cacheBytes } = Settings.parse(threadSettings());
const reader = new SearchReader(openDatabase(file, { readonly: true }), cacheBytes);

serveWork<SearchWork>({
  documents: (query, step) => reader.searchDocuments(query, step),
  news: (query, step) => reader.searchNews(query, step),
});
