import { existsSync } from "node:fs";
import { embeddingFrom } from "../service/embedding/from-config.ts";
import { embedPassages } from "../service/search/maintenance.ts";
import { openStore, storeFile } from "../service/storage/open-store.ts";
import { type CliIo, CommandError } from "./command.ts";
import { configOf } from "./options.ts";
import { ProgressLine } from "./ticker.ts";

export async function embed(
  io: CliIo,
  options: { readonly json: boolean; readonly data: string | undefined },
): Promise<number> {
  const config = configOf(io, { data: options.data });
  if (config.databaseUrl !== "") {
    throw new CommandError(
      "vectors are in the index of a store in a data folder; with HIRAKU_DATABASE_URL questions are answered by words alone.",
    );
  }
  const provider = embeddingFrom(config);
  if (provider === undefined) throw new CommandError("There is no embedding provider: set HIRAKU_EMBEDDING_URL.");
  if (!existsSync(storeFile(config.data))) throw new CommandError(`There is no store in ${config.data}.`);
  const store = openStore(config.data);
  const ticker = new ProgressLine(io, "passages embedded");
  try {
    const report = await embedPassages(store.db, provider, { onProgress: (done, total) => ticker.tell(done, total) });
    ticker.end();
    if (options.json) io.print(JSON.stringify({ model: provider.model, ...report }));
    else io.print(`${report.embedded} passages embedded with ${provider.model}, ${report.reused} texts known already.`);
    return 0;
  } finally {
    store.close();
  }
}
