import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../service/config.ts";
import { embeddingFrom } from "../service/embedding/from-config.ts";
import { embedPassages } from "../service/search/maintenance.ts";
import { searchFileName } from "../service/storage/open-service-store.ts";
import { openStore, storeFile } from "../service/storage/open-store.ts";
import { type Database, openDatabase } from "../service/storage/sqlite/database.ts";
import { type CliIo, CommandError } from "./command.ts";
import { configOf } from "./options.ts";
import { ProgressLine } from "./ticker.ts";

export async function embed(
  io: CliIo,
  options: { readonly json: boolean; readonly data: string | undefined },
): Promise<number> {
  const config = configOf(io, { data: options.data });
  const provider = embeddingFrom(config);
  if (provider === undefined) throw new CommandError("There is no embedding provider: set HIRAKU_EMBEDDING_URL.");
  const index = openIndex(config);
  const ticker = new ProgressLine(io, "passages embedded");
  try {
    const report = await embedPassages(index.db, provider, { onProgress: (done, total) => ticker.tell(done, total) });
    ticker.end();
    if (options.json) io.print(JSON.stringify({ model: provider.model, ...report }));
    else io.print(`${report.embedded} passages embedded with ${provider.model}, ${report.reused} texts known already.`);
    return 0;
  } finally {
    index.close();
  }
}

/** In the store of a data folder, or in the index that the process of this folder has beside its database. */
function openIndex({ data, databaseUrl }: Config): { readonly db: Database; close(): void } {
  if (databaseUrl === "") {
    if (!existsSync(storeFile(data))) throw new CommandError(`There is no store in ${data}.`);
    return openStore(data);
  }
  const file = join(data, searchFileName);
  if (!existsSync(file)) throw new CommandError(`No service has searched with the folder ${data} yet.`);
  const db = openDatabase(file);
  return { db, close: () => void db.close() };
}
