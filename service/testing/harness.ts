import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createService, type Service, type ServiceDeps } from "../app.ts";
import type { ExchangeRecord } from "../http/exchange.ts";
import { type Library, openLibrary } from "../library.ts";
import { openStore, type SqliteStore } from "../storage/open-store.ts";
import type { ApiKey, Blobs, StoredBlob } from "../storage/ports.ts";
import type { Store } from "../storage/store.ts";
import { createKey, type NewKeyOptions, publishFixture, type TestKey, testDeps } from "./deps.ts";
import { at } from "./fixture.ts";
import { createTestClient, type TestClient } from "./test-client.ts";

/** A whole service on a real store in its own folder, with a clock that only the test moves. */
export interface Harness {
  readonly service: Service;
  readonly client: TestClient;
  readonly store: SqliteStore;
  readonly publisher: Library["publisher"];
  /** Stores a file of a document. */
  readonly keepFile: (bytes: Uint8Array) => Promise<StoredBlob>;
  readonly blobs: CountedBlobs;
  readonly records: ExchangeRecord[];
  readonly clock: { nowMs: number };
  newKey(options?: NewKeyOptions): Promise<TestKey>;
  keyState(id: string): Promise<ApiKey>;
  /** The same store and clock under a new process's service. */
  restarted(deps?: Partial<ServiceDeps>): Promise<{ service: Service; client: TestClient }>;
}

export async function createHarness(overrides: Partial<ServiceDeps> = {}): Promise<Harness> {
  market ??= publishMarket();
  const folder = temporaryFolder();
  cpSync(await market, folder, { recursive: true });
  const store = openStore(folder);
  const library = openMarket(store, folder);
  const clock = { nowMs: at("2025-06-30", 12) };
  const records: ExchangeRecord[] = [];
  const blobs = countOpen(library.blobs);
  let requests = 0;
  const deps: ServiceDeps = {
    ...testDeps(store, library, clock),
    blobs,
    newRequestId: () => `req-${++requests}`,
    observe: (record) => records.push(record),
    ...overrides,
  };
  const service = createService(deps);
  onTestFinished(async () => {
    await service.close();
    await library.close();
    store.close();
  });
  const newKey = (options: NewKeyOptions = {}) => createKey(store, clock.nowMs, options);
  const { key } = await newKey({ credits: null, perMinute: 1_000_000, perDay: null });
  return {
    service,
    client: createTestClient(service, key),
    store,
    publisher: library.publisher,
    keepFile: (bytes) => library.blobs.put([bytes], "kept"),
    blobs,
    records,
    clock,
    newKey,
    async keyState(id) {
      const found = await store.keys.find(id);
      if (found === undefined) throw new Error(`no key ${id}`);
      return found;
    },
    async restarted(more = {}) {
      const again = createService({ ...deps, ...more });
      return { service: again, client: createTestClient(again, key) };
    },
  };
}

/** The fixture, published once for all tests of a process; each works on a copy. */
let market: Promise<string> | undefined;

async function publishMarket(): Promise<string> {
  const folder = temporaryFolder(false);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const store = openStore(folder);
  const library = openMarket(store, folder);
  await publishFixture(library);
  await library.close();
  store.close();
  return folder;
}

function openMarket(store: Store, dataFolder: string): Library {
  return openLibrary(store, { dataFolder, madeBytesMax: 1_000_000_000, makers: {} });
}

function temporaryFolder(endsWithTest = true): string {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-service-"));
  if (endsWithTest) onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Counts open blobs, so that a leak is noticed. */
export interface CountedBlobs extends Blobs {
  readonly openCount: number;
}

function countOpen(blobs: Blobs): CountedBlobs {
  let openCount = 0;
  return {
    get openCount() {
      return openCount;
    },
    async open(name) {
      const blob = await blobs.open(name);
      if (blob === undefined) return undefined;
      openCount++;
      let isOpen = true;
      const ended = () => {
        if (isOpen) openCount--;
        isOpen = false;
      };
      return {
        ...blob,
        stream() {
          const stream = blob.stream().getReader();
          return new ReadableStream({
            async pull(controller) {
              const { done, value } = await stream.read();
              if (value !== undefined) controller.enqueue(value);
              if (!done) return;
              ended();
              controller.close();
            },
            async cancel(reason) {
              ended();
              await stream.cancel(reason);
            },
          });
        },
        async close() {
          ended();
          await blob.close();
        },
      };
    },
  };
}
