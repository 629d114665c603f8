import { defaultContentTiers } from "../../lib/contract/prices.ts";
import { createService } from "../app.ts";
import { listen } from "../http/server.ts";
import { openStore } from "../storage/open-store.ts";
import { documents, issuers, news, withdrawn } from "./fixture.ts";
import { createMemoryBlobs, createMemoryCatalog, memoryArtifacts } from "./memory-catalog.ts";

/**
 * A service in a process of its own that kills itself, without a word, when it has come to a named instant for the
 * nth time: `node crash-child.ts FOLDER POINT N`. Prints its port.
 */
const [folder = "", point = "never", countdown = "1"] = process.argv.slice(2);
let left = Number(countdown);

function reached(name: string): void {
  if (name !== point || --left > 0) return;
  process.kill(process.pid, "SIGKILL");
  // The signal is on its way; nothing more may happen meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
}

const store = openStore(folder, { serving: true, beforeCommit: () => reached("settling") });
const service = createService({
  ...store,
  catalog: createMemoryCatalog({ documents, issuers, news, withdrawn: [withdrawn] }),
  artifacts: memoryArtifacts,
  blobs: createMemoryBlobs(),
  search: {
    searchDocuments: async () => ({ engine: "dice", hits: [] }),
    // Never the same twice: an answer that is made again instead of replayed is seen.
    searchNews: async () => ({ engine: "dice", hits: [{ newsId: "NEWS-03", score: Math.random() }] }),
  },
  secret: new Uint8Array(32),
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
