import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { openApiDocument } from "../lib/contract/openapi.ts";
import { claimPlace } from "../lib/kit/objects/owner.ts";
import { defaultPlace, nameOf } from "../lib/kit/objects/place.ts";
import { giveBackHeap, type Quiet, whenQuiet } from "../lib/kit/process/at-rest.ts";
import { sayLastWords } from "../lib/kit/process/last-words.ts";
import { logFolderOf } from "../lib/kit/process/log-files.ts";
import { openLogOutput } from "../lib/kit/process/log-output.ts";
import { serveMetrics } from "../lib/kit/process/metrics-server.ts";
import { exportSpans } from "../lib/kit/process/spans.ts";
import { createService, type Service, type ServiceDeps } from "./app.ts";
import type { Config } from "./config.ts";
import { createMarketReader } from "./domain/market/market-reader.ts";
import { embeddingFrom } from "./embedding/from-config.ts";
import type { ExchangeRecord } from "./http/exchange.ts";
import { type HttpServer, listen } from "./http/server.ts";
import { createStartupGate } from "./http/startup-gate.ts";
import { ReadPool } from "./ingest/run/read-pool.ts";
import { type Library, openLibrary } from "./library.ts";
import { createFigures, type Figures } from "./operation/figures.ts";
import { createLog, type ServiceLog } from "./operation/logger.ts";
import type { Metrics } from "./operation/metrics.ts";
import { createOperatorFacts } from "./operation/operator-facts.ts";
import { createReadiness } from "./operation/readiness.ts";
import { contentTagKeyFileName, deriveSecret, readOrCreateSecret, sharedSecret } from "./operation/secret.ts";
import { Closers } from "./operation/shutdown.ts";
import { sampleMakers } from "./sample/makers.ts";
import { openEngine, type RunningSearch } from "./search/outside.ts";
import type { SearchIndex } from "./search/port.ts";
import { migrateStore, needsMigration } from "./storage/migrate-store.ts";
import { openServiceStore } from "./storage/open-service-store.ts";
import { makeDataFolder } from "./storage/open-store.ts";
import type { StoreProbe } from "./storage/ports.ts";
import { lockDataFolder } from "./storage/sqlite/process-lock.ts";
import type { Store } from "./storage/store.ts";

export interface RunningService {
  readonly url: string;
  /** Makes `ready` answer no, lets running requests end, writes the counters, and closes the store. */
  stop(): Promise<void>;
}

const warmUpTimeoutMs = 30_000;
const maintainEveryMs = 500;
const collectEveryMs = 6 * 3_600_000;

export async function startService(config: Config): Promise<RunningService> {
  const closers = new Closers();
  try {
    return await start(config, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(config: Config, closers: Closers): Promise<RunningService> {
  const isShared = config.databaseUrl !== "";
  // Looked at before anything is opened.
  if (isShared) deriveSecret(config.secrets);
  makeDataFolder(config.data);
  const lock = lockDataFolder(config.data);
  if (lock === undefined) throw new Error(`${config.data} is being served by another process.`);
  closers.add(() => lock.release());
  const log = createLog(
    config.logLevel,
    openLogOutput({
      folder: logFolderOf(config.data),
      program: "service",
      bytesMax: config.logMegabytes * 1_000_000,
      terminal: config.logToTerminal,
    }),
  );
  closers.add(
    sayLastWords((error) => {
      log.failure("the service died", error);
      log.flush();
    }),
  );
  closers.add(
    await exportSpans({
      ...{ program: "hiraku-service", endpoint: config.spansEndpoint },
      failed: (error) => log.failure("spans are not exported", error),
    }),
  );
  const metrics = await openMetrics(config, closers);
  let quiet: Quiet | undefined;
  const observe = (record: ExchangeRecord): void => {
    quiet?.worked();
    log.exchange(record);
    metrics?.exchange(record);
  };
  const version = readVersion();
  let url = config.publicUrl;
  const common = { version, publicUrl: () => url, newRequestId: randomUUID, observe };
  const gate = createStartupGate(common);
  const server = await listen(gate, {
    host: config.host,
    port: config.port,
    trustForwarded: config.trustForwarded,
  });
  const listening = urlOf(server.address);
  if (url === "") url = listening;
  log.event("listening", { url: listening, version });
  try {
    if (!isShared && needsMigration(config.data)) {
      log.event("migrating");
      log.flush();
      await migrateStore(config.data);
    }
    const store = await openServiceStore(config, { serving: true });
    closers.add(() => store.close());
    if (nameOf(config.blobs) !== nameOf(defaultPlace(config.data))) {
      const mark = store.installation?.mark;
      await claimPlace(config.blobs, { program: "service", dataFolder: config.data, mark });
    }
    if (config.search === "embedded") {
      await store.prepareSearch(
        (done) => log.event("indexing", { done }),
        (error) => log.failure("following the database failed", error),
      );
    }
    const started = { log, closers, server, metrics, store, secret: secretOf(config, store) };
    const { service, library, figures } = await open(config, started, common);
    metrics?.watch(figures);
    quiet = whenQuiet(
      () => {
        store.giveBack();
        giveBackHeap();
      },
      (error) => log.failure("giving memory back failed", error),
    );
    closers.add(() => quiet?.end());
    closers.add(() => server.close(config.stopTimeoutMs));
    closers.add(startHousekeeping(store, service, library, log));
    closers.add(startCounting(store, library, log));
    gate.open(service);
    log.event("ready");
    return {
      url: listening,
      async stop() {
        log.event("stopping");
        service.stop();
        await closers.close();
        log.event("stopped");
        log.flush();
      },
    };
  } catch (error) {
    await server.close(0);
    throw error;
  }
}

function secretOf(config: Config, { installation }: Store): Uint8Array {
  return installation === undefined
    ? readOrCreateSecret(config.data)
    : sharedSecret(config.secrets, installation.carriedSecret);
}

async function openMetrics(config: Config, closers: Closers): Promise<Metrics | undefined> {
  if (config.metricsPort === "off") return undefined;
  const { createMetrics } = await import("./operation/metrics.ts");
  const metrics = createMetrics();
  const server = await serveMetrics(metrics, { host: config.host, port: config.metricsPort });
  closers.add(() => server.close());
  return metrics;
}

interface Started {
  readonly log: ServiceLog;
  readonly closers: Closers;
  readonly server: HttpServer;
  readonly metrics: Metrics | undefined;
  readonly store: Store;
  readonly secret: Uint8Array;
}

async function open(
  config: Config,
  { log, closers, server, metrics, store, secret }: Started,
  common: Pick<ServiceDeps, "version" | "publicUrl" | "newRequestId" | "observe">,
): Promise<{ service: Service; library: Library; figures: Figures }> {
  const library = openLibrary(store, {
    dataFolder: config.data,
    place: config.blobs,
    observeBucket: metrics?.bucketCall,
    madeBytesMax: config.imageCacheMegabytes * 1_000_000,
    makers: sampleMakers,
  });
  closers.add(() => library.close());
  const { search, engine } = await openSearch(config, store, log);
  closers.add(() => search.close());
  warmUp(search);
  const service = createService({
    ...common,
    ...store,
    probe: createReadiness([store.probe, library.probe, ...engineProbe(engine)], { nowMs: Date.now }),
    catalog: library.catalog,
    artifacts: library.artifacts,
    blobs: library.blobs,
    quoteFinder: library.quoteFinder,
    search,
    operatorFacts: createOperatorFacts(config, store.sizes),
    secret,
    contentTagKey: store.installation?.contentTagKey ?? readOrCreateSecret(config.data, contentTagKeyFileName),
    openapi: () =>
      JSON.stringify(
        openApiDocument({
          version: common.version,
          publicUrl: common.publicUrl(),
          contentTiers: config.contentTiers,
        }),
      ),
    contentTiers: config.contentTiers,
    wrongKeysPerMinute: 30,
    searchTimeoutMs: config.searchTimeoutMs,
    renderTimeoutMs: config.renderTimeoutMs,
    nowMs: Date.now,
  });
  closers.add(() => service.close());
  return {
    service,
    library,
    figures: createFigures({
      dataFolder: config.data,
      sizes: store.sizes,
      blobs: library.blobs,
      search,
      engine,
      market: createMarketReader(store.ingestRecords(), Date.now),
      pdf: library.pdf,
      server,
      log,
    }),
  };
}

/** The index in the store, or the engine of `HIRAKU_SEARCH_URL`, which is followed from now on. */
async function openSearch(config: Config, store: Store, log: ServiceLog) {
  const outside = store.outsideSearch();
  if (config.search === "embedded") {
    if (!outside.isEmbeddedComplete()) {
      throw new Error(
        "This store was searched on OpenSearch: run `hiraku search rebuild` before it is searched by itself.",
      );
    }
    const search = store.searchIndex({
      waitMsMax: config.searchTimeoutMs,
      embedding: embeddingFrom(config),
      onEmbeddingFailure: (error) => log.failure("embedding failed, the question is answered by words alone", error),
    });
    return { search, engine: undefined };
  }
  if (embeddingFrom(config) !== undefined) {
    throw new Error(
      "HIRAKU_SEARCH_URL and HIRAKU_EMBEDDING_URL can't be used together: vectors are in the store's own index.",
    );
  }
  await outside.prepare();
  const engine = openEngine({
    ...outside,
    place: config.search,
    timeoutMs: config.searchTimeoutMs,
    onFailure: (error) => log.failure("following the store with the search engine failed", error),
  });
  return { search: engine, engine };
}

const engineProbe = (engine: RunningSearch | undefined): StoreProbe[] =>
  engine === undefined ? [] : [{ check: () => checkEngine(engine) }];

async function checkEngine(engine: RunningSearch): Promise<Readonly<Record<string, string>>> {
  const search = await engine.check();
  return { search, search_filled: engine.hasCaughtUp ? "ok" : "pending" };
}

/** The first search would wait a third of a second for its thread to start and to load the index. */
function warmUp(search: SearchIndex): void {
  const unfiltered = {
    securityCodes: undefined,
    documentTypes: undefined,
    families: undefined,
    sinceMs: undefined,
    untilMs: undefined,
  };
  const query = {
    ...unfiltered,
    query: "配当",
    matchType: "lexical",
    topK: 1,
    includeSnippet: false,
    latestOnly: false,
  } as const;
  // The answer is not waited for; an error in the index is reported by the first real search.
  search.searchDocuments(query, AbortSignal.timeout(warmUpTimeoutMs)).catch(() => {});
}

/** One process for all releases due documents and removes files that nothing refers to. */
function startHousekeeping(store: Store, service: Service, library: Library, log: ServiceLog): () => void {
  const leading = async (work: () => Promise<unknown>) => ((await store.leads()) ? work() : undefined);
  const often = setInterval(() => {
    service.maintain().catch((error: unknown) => log.failure("housekeeping failed", error));
    leading(() => library.publisher.releaseDue(Date.now())).catch((error: unknown) =>
      log.failure("releasing failed", error),
    );
    log.flush();
  }, maintainEveryMs);
  const seldom = setInterval(() => {
    leading(() => library.blobs.collect(Date.now())).catch((error: unknown) =>
      log.failure("collecting files failed", error),
    );
  }, collectEveryMs);
  return () => {
    clearInterval(often);
    clearInterval(seldom);
  };
}

/** One process for all, once at its start. */
function startCounting(store: Store, library: Library, log: ServiceLog): () => Promise<void> {
  const ending = new AbortController();
  const readers = new ReadPool({ workers: 1 });
  const count = async (): Promise<void> => {
    if (!(await store.leads())) return;
    const counted = await library.countFigures((file) => readers.countFigures(file), ending.signal);
    if (counted > 0) log.event("figures counted", { count: counted });
    await readers.close();
  };
  const counting = count().catch((error: unknown) => {
    if (!ending.signal.aborted) log.failure("counting figures failed", error);
  });
  return async () => {
    ending.abort();
    await readers.close();
    await counting;
  };
}

function urlOf({ address, family, port }: AddressInfo): string {
  const any = address === "0.0.0.0" || address === "::";
  const host = any ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) return String(manifest.version);
  return "0";
}
