/** What a service under test is made of, for tests in a process of their own too. */
import { randomUUID } from "node:crypto";
import { defaultContentTiers } from "../../lib/contract/prices.ts";
import type { ServiceDeps } from "../app.ts";
import { newApiKey, newKeyId, secretHashOf } from "../domain/keys/api-key.ts";
import type { Library } from "../library.ts";
import { nothingBehind } from "../search/testing/nothing-behind.ts";
import type { Artifacts } from "../storage/ports.ts";
import type { Store } from "../storage/store.ts";
import { documents, issuers, jpegBytes, news, pdfBytes, withdrawn } from "./fixture.ts";

export const publicUrl = "https://service.example";

export interface NewKeyOptions {
  readonly credits?: number | null;
  readonly perMinute?: number;
  readonly perDay?: number | null;
  readonly entitled?: boolean;
}

export interface TestKey {
  readonly id: string;
  readonly key: string;
}

/** A service on a store and its library, with everything else as tests have it. */
export function testDeps(store: Store, library: Library, clock: { readonly nowMs: number }): ServiceDeps {
  return {
    ...store,
    catalog: library.catalog,
    artifacts: artifactsOf(library),
    blobs: library.blobs,
    quoteFinder: library.quoteFinder,
    search: scriptedSearch,
    operatorFacts,
    secret: new Uint8Array(32).fill(7),
    contentTagKey: new Uint8Array(32).fill(9),
    version: "0.0.0-test",
    publicUrl: () => publicUrl,
    openapi: () => "{}",
    contentTiers: defaultContentTiers,
    wrongKeysPerMinute: 5,
    // Against hanging only: no test may fail because the machine is busy.
    searchTimeoutMs: 60_000,
    renderTimeoutMs: 60_000,
    nowMs: () => clock.nowMs,
    newRequestId: () => randomUUID(),
    observe: () => {},
  };
}

export async function publishFixture({ blobs, publisher }: Library): Promise<void> {
  await blobs.put([pdfBytes], "kept");
  await publisher.publishIssuers(issuers);
  await publisher.batch(async (door) => {
    for (const document of documents) await door.publishDocument(document);
    for (const statement of news) await door.publishNews(statement);
    await door.withdrawDocument(withdrawn);
  });
}

/** Drawing has its own tests; here all pages look the same. */
function artifactsOf(library: Library): Artifacts {
  return { ...library.artifacts, pageImage: () => library.blobs.put([jpegBytes], "made") };
}

export async function createKey(store: Store, nowMs: number, options: NewKeyOptions): Promise<TestKey> {
  const key = newApiKey();
  const id = newKeyId();
  await store.keys.create({
    id,
    name: "test",
    secretHash: secretHashOf(key),
    createdAtMs: nowMs,
    entitled: options.entitled ?? true,
    perMinute: options.perMinute ?? 1_000,
    perDay: options.perDay === undefined ? 100_000 : options.perDay,
    credits: options.credits === undefined ? 1_000 : options.credits,
  });
  return { id, key };
}

export const operatorFacts: ServiceDeps["operatorFacts"] = {
  disk: async () => ({ free_bytes: 1_000, total_bytes: 2_000 }),
  storeBytes: async () => ({ "service.db": 500 }),
  backup: async () => undefined,
  errors: async () => [],
  isInDatabase: false,
};

/**
 * A search engine that finds one section of READY1 and one news statement for any query; real engines have their own
 * tests.
 */
const scriptedSearch: ServiceDeps["search"] = {
  ...nothingBehind,
  async searchDocuments({ includeSnippet }) {
    const plain = { alsoIn: [], row: null };
    const snippet = includeSnippet ? { text: "𠮷のリスク", highlights: [[2, 5]] as [number, number][] } : null;
    return {
      engine: "scripted",
      hits: [
        { documentId: "READY1", sectionId: "part1-2", score: 2.5, snippet, ...plain },
        { documentId: "PENDING", sectionId: "a", score: 2.4, snippet: null, ...plain },
        { documentId: "GONE", sectionId: "a", score: 2.3, snippet: null, ...plain },
      ],
    };
  },
  searchNews: async () => ({
    engine: "scripted",
    hits: [
      { newsId: "NEWS-03", score: 1.5 },
      { newsId: "GONE", score: 1 },
    ],
  }),
};
