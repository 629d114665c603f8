import { createService } from "../app.ts";
import { listen } from "../http/server.ts";
import { openLibrary } from "../library.ts";
import { nothingBehind } from "../search/testing/nothing-behind.ts";
import { openStore } from "../storage/open-store.ts";
import { openPostgres } from "../storage/postgres/open-postgres.ts";
import { testDeps } from "./deps.ts";

/**
 * A service in its own process that kills itself when it reaches a named point for the nth time: `node crash-child.ts
 * FOLDER POINT N [DATABASE]`. The fixture is published there already. Prints its port.
 */
const [folder = "", point = "never", countdown = "1", url] = process.argv.slice(2);
let left = Number(countdown);

function reached(name: string): void {
  if (name !== point || --left > 0) return;
  process.kill(process.pid, "SIGKILL");
  // The kill signal was sent; nothing more may happen until it arrives.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
}

const store =
  url === undefined
    ? openStore(folder, { serving: true, beforeCommit: () => reached("settling") })
    : await openPostgres({ url, dataFolder: folder, leaseSeconds: 2 });
const library = openLibrary(store, { dataFolder: folder, madeBytesMax: 1_000_000_000, makers: {} });
const service = createService({
  ...testDeps(store, library, { nowMs: 0 }),
  search: {
    ...nothingBehind,
    searchDocuments: async () => ({ engine: "dice", hits: [] }),
    // Different each time, so that an answer that is generated again instead of replayed is noticed.
    searchNews: async () => ({ engine: "dice", hits: [{ newsId: "NEWS-03", score: Math.random() }] }),
  },
  nowMs: Date.now,
  reached,
});
const server = await listen(
  {
    ...service,
    async answer(incoming) {
      const reply = await service.answer(incoming);
      setImmediate(() => reached("answered"));
      return reply;
    },
  },
  { host: "127.0.0.1", port: 0, trustForwarded: false },
);
process.stdout.write(`${server.address.port}\n`);
