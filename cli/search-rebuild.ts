import { existsSync } from "node:fs";
import { rebuildSearch } from "../service/search/maintenance.ts";
import { FollowedElsewhereError, rebuildEngine } from "../service/search/outside.ts";
import type { SearchSource } from "../service/search/source.ts";
import { openServiceStore, type StorePlace } from "../service/storage/open-service-store.ts";
import { openStore, storeFile } from "../service/storage/open-store.ts";
import type { Database } from "../service/storage/sqlite/database.ts";
import { type CliIo, CommandError } from "./command.ts";
import { configOf } from "./options.ts";
import { ProgressLine } from "./ticker.ts";

export async function rebuild(
  io: CliIo,
  options: { readonly restart: boolean; readonly json: boolean; readonly data: string | undefined },
): Promise<number> {
  const { data, databaseUrl, search } = configOf(io, { data: options.data });
  if (databaseUrl !== "" && search === "embedded") {
    throw new CommandError(
      "each process on a database has an index of its own: stop one, remove search.db from its data folder and start it.",
    );
  }
  if (databaseUrl === "" && !existsSync(storeFile(data))) throw new CommandError(`There is no store in ${data}.`);
  const startedAt = Date.now();
  const ticker = new ProgressLine(io, "documents and news indexed");
  try {
    const how = { restart: options.restart, onProgress: (done: number, total: number) => ticker.tell(done, total) };
    const report =
      search === "embedded"
        ? await inFolder(data, (db) => rebuildSearch(db, how))
        : await onEngine({ data, databaseUrl }, (source) => rebuildEngine(search, source, how));
    ticker.end();
    const seconds = (Date.now() - startedAt) / 1000;
    if (options.json) io.print(JSON.stringify({ ...report, seconds }));
    else {
      const done = report.resumed ? "Finished what was begun" : "Indexed";
      io.print(`${done}: ${report.documents} documents, ${report.news} news statements, ${seconds.toFixed(1)} s.`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof FollowedElsewhereError)) throw error;
    throw new CommandError("another process is rebuilding the same indexes; it goes on.");
  } finally {
    ticker.end();
  }
}

async function inFolder<T>(data: string, work: (db: Database) => Promise<T>): Promise<T> {
  const store = openStore(data);
  try {
    return await work(store.db);
  } finally {
    store.close();
  }
}

async function onEngine<T>(of: StorePlace, work: (source: SearchSource) => Promise<T>): Promise<T> {
  const store = await openServiceStore(of);
  try {
    return await work(store.outsideSearch().source);
  } finally {
    await store.close();
  }
}
