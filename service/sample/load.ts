import { setImmediate } from "node:timers/promises";
import type { Publisher } from "../domain/publishing/index.ts";
import { marketOf } from "./market.ts";

/** The parameters of the market in a store, so that loading it again gives the same. */
export interface SampleRecord {
  readonly seed: number;
  readonly anchorDay: string;
  readonly issuers: number;
  readonly years: number;
  readonly completed: boolean;
}

export interface SampleRecords {
  find(): SampleRecord | undefined;
  put(record: SampleRecord): void;
}

export interface LoadOptions {
  readonly publisher: Publisher;
  readonly records: SampleRecords;
  readonly seed: number;
  readonly issuers: number;
  readonly years: number;
  readonly today: string;
  readonly onIssuers: (count: number) => void;
  /** Checked between transactions: what is written stays, and loading again continues. */
  readonly signal?: AbortSignal;
}

export interface Loaded {
  readonly record: SampleRecord;
  readonly documents: number;
  readonly news: number;
  readonly changed: number;
}

/** Enough issuers a transaction to be fast, few enough that another process may write in between. */
const issuersPerTransaction = 12;

/**
 * Loads the market through the publisher. An existing market keeps its anchor day, so that loading it again changes
 * nothing and loading more of it leaves the existing documents unchanged.
 */
export async function loadSampleMarket(options: LoadOptions): Promise<Loaded> {
  const known = options.records.find();
  const anchorDay = known !== undefined && known.seed === options.seed ? known.anchorDay : options.today;
  const record: SampleRecord = {
    seed: options.seed,
    anchorDay,
    issuers: options.issuers,
    years: options.years,
    completed: false,
  };
  if (known?.completed && sameMarket(known, record)) return { record: known, documents: 0, news: 0, changed: 0 };
  options.records.put(record);
  let documents = 0;
  let news = 0;
  let changed = 0;
  for (let first = 0; first < options.issuers; first += issuersPerTransaction) {
    // Yields to the event loop, so that signals can arrive.
    await setImmediate();
    if (options.signal?.aborted) return { record, documents, news, changed };
    const markets = Array.from({ length: Math.min(issuersPerTransaction, options.issuers - first) }, (_, at) =>
      marketOf(first + at, record),
    );
    await options.publisher.batch(async (door) => {
      changed += await door.publishIssuers(markets.map(({ issuer }) => issuer));
      for (const market of markets) {
        for (const document of market.documents) if ((await door.publishDocument(document)) !== "unchanged") changed++;
        for (const documentId of market.withdrawn) await door.withdrawDocument(documentId);
        for (const each of market.news) if ((await door.publishNews(each)) !== "unchanged") changed++;
        documents += market.documents.length;
        news += market.news.length;
      }
    });
    options.onIssuers(markets.length);
  }
  const completed = { ...record, completed: true };
  options.records.put(completed);
  return { record: completed, documents, news, changed };
}

function sameMarket(a: SampleRecord, b: SampleRecord): boolean {
  return a.seed === b.seed && a.issuers === b.issuers && a.years === b.years;
}
