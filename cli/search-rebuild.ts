import { existsSync } from "node:fs";
import { openStore, storeFile } from "../service/storage/open-store.ts";
import { rebuildSearch } from "../service/search/maintenance.ts";
import { rebuildEngine } from "../service/search/outside.ts";
import { type CliIo, CommandError } from "./command.ts";
import { folderConfigOf } from "./options.ts";
import { ProgressLine } from "./ticker.ts";

export async function rebuild(
  io: CliIo,
  options: { readonly restart: boolean; readonly json: boolean; readonly data: string | undefined },
): Promise<number> {
  const { data, search } = folderConfigOf(io, { data: options.data });
  if (!existsSync(storeFile(data))) throw new CommandError(`There is no store in ${data}.`);
  const store = openStore(data);
  const startedAt = Date.now();
  const ticker = new ProgressLine(io, "documents and news indexed");
  try {
    const how = { restart: options.restart, onProgress: (done: number, total: number) => ticker.tell(done, total) };
    const report =
      search === "embedded"
        ? await rebuildSearch(store.db, how)
        : await rebuildEngine(search, store.outsideSearch().source, how);
    ticker.end();
    const seconds = (Date.now() - startedAt) / 1000;
    if (options.json) io.print(JSON.stringify({ ...report, seconds }));
    else {
      const done = report.resumed ? "Finished what was begun" : "Indexed";
      io.print(`${done}: ${report.documents} documents, ${report.news} news statements, ${seconds.toFixed(1)} s.`);
    }
    return 0;
  } finally {
    store.close();
  }
}
