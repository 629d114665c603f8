import { defaultContentTiers } from "../../lib/contract/prices.ts";
import { createService } from "../app.ts";
import { listen } from "../http/server.ts";
import { createQuoteFinder } from "../quotes/index.ts";
import { nothingBehind } from "../search/testing/nothing-behind.ts";
import { openStore } from "../storage/open-store.ts";
import { openPostgres } from "../storage/postgres/open-postgres.ts";
import { operatorFacts } from "./deps.ts";
import { documents, issuers, news, withdrawn } from "./fixture.ts";
import { createMemoryBlobs, createMemoryCatalog, memoryArtifacts } from "./memory-catalog.ts";

/**
 * A service in its own process that kills itself when it reaches a named point for the nth time: `node crash-child.ts
 * FOLDER POINT N [DATABASE]`. Prints its port.
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
const service = createService({
  ...store,
  catalog: createMemoryCatalog({ documents, issuers, news, withdrawn: [withdrawn] }),
  artifacts: memoryArtifacts,
  blobs: createMemoryBlobs(),
  quoteFinder: createQuoteFinder(),
  search: {
    ...nothingBehind,
    searchDocuments: async () => ({ engine: "dice", hits: [] }),
    // Different each time, so that an answer that is generated again instead of replayed is noticed.
    searchNews: async () => ({ engine: "dice", hits: [{ newsId: "NEWS-03", score: Math.random() }] }),
  },
  operatorFacts,
  secret: new Uint8Array(32),
  contentTagKey: new Uint8Array(32),
  version: "crash",
  publicUrl: () => "http://127.0.0.1",
  openapi: () => "{}",
  contentTiers: defaultContentTiers,
  wrongKeysPerMinute: 100,
  searchTimeoutMs: 1_000,
  renderTimeoutMs: 1_000,
  nowMs: Date.now,
  newRequestId: () => crypto.randomUUID(),
  observe: () => {},
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
