import { setTimeout as pause } from "node:timers/promises";
import { createService } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import { listen } from "../http/server.ts";
import { openLibrary } from "../library.ts";
import { openEngine } from "../search/outside.ts";
import { openServiceStore } from "../storage/open-service-store.ts";
import type { Store } from "../storage/store.ts";
import { testDeps } from "./deps.ts";
import { at } from "./fixture.ts";

/**
 * A service in its own process on the store, the search and the files that the settings name, at the hour of the
 * fixture. Prints its port once everything published is found.
 */
const config = readConfig(process.env);
const store = await openServiceStore(config, { serving: true });
const library = openLibrary(store, {
  dataFolder: config.data,
  place: config.blobs,
  madeBytesMax: 1_000_000_000,
  makers: {},
});
const search = await openSearch(config, store);
const service = createService({ ...testDeps(store, library, { nowMs: at("2025-06-30", 12) }), search });
const server = await listen(service, { host: "127.0.0.1", port: 0, trustForwarded: false });
process.stdout.write(`${server.address.port}\n`);

async function openSearch({ search: place, searchTimeoutMs: timeoutMs }: Config, { ...of }: Store) {
  const fail = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
  if (place === "embedded") {
    await of.prepareSearch(() => {}, fail);
    return of.searchIndex({ embedding: undefined, onEmbeddingFailure: fail });
  }
  const outside = of.outsideSearch();
  await outside.prepare();
  const engine = openEngine({ ...outside, place, timeoutMs, onFailure: fail });
  while ((await engine.check()) !== "ok" || (await engine.state()).behind > 0) await pause(50);
  return engine;
}
