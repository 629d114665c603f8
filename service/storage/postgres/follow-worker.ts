import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { connect } from "../../../lib/kit/postgres/connection.ts";
import { SearchCopy } from "./search-copy.ts";

/** Indexing takes the processor: it has a thread of its own, so that requests are answered meanwhile. */
const { url, file } = z.object({ url: z.string(), file: z.string() }).parse(workerData);
const lookEveryMs = 200;
const tellEveryMs = 5_000;

const connections = connect(url);
const tell = (message: unknown): void => parentPort?.postMessage(message);
const copy = await SearchCopy.open(file, connections);
let toldAtMs = performance.now();
await copy.build((done) => {
  if (performance.now() - toldAtMs < tellEveryMs) return;
  toldAtMs = performance.now();
  tell({ kind: "built", done });
});
for (let wasReady = false; ; ) {
  try {
    const taken = await copy.follow();
    if (taken > 0) continue;
    if (!wasReady) tell({ kind: "ready" });
    wasReady = true;
    tell({ kind: "current" });
  } catch (error) {
    // The database may be restarting; what is missed is followed afterwards.
    tell({ kind: "failed", why: error instanceof Error ? error.message : String(error) });
  }
  await delay(lookEveryMs);
}
