import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Publisher } from "../domain/publishing/index.ts";
import type { SampleMarketRow, SampleRecords } from "../storage/store.ts";
import { openMarketSource } from "./market-source.ts";
import type { Lengths } from "./plan.ts";
import { stepsOf } from "./steps.ts";

export interface LoadOptions {
  readonly publisher: Publisher;
  readonly records: Pick<SampleRecords, "find" | "put">;
  readonly seed: number;
  readonly issuers: number;
  readonly years: number;
  readonly lengths: Lengths;
  readonly today: string;
  /** After each transaction, with the share of all that is written. */
  readonly onStep: (done: number, all: number) => void;
  /** Once everything of the newest year is written and something older is left: the market can be looked at. */
  readonly onNewest: () => void;
  /** How many threads write and prepare texts; 0: everything in this one. By default as many as there are processors. */
  readonly threads?: number;
  /** Checked between transactions: what is written stays, and loading again continues. */
  readonly signal?: AbortSignal;
}

export interface Loaded {
  readonly record: SampleMarketRow;
  readonly documents: number;
  readonly news: number;
  readonly changed: number;
}

/** Once people read, a service that is waiting to write a charge gets its turn: SQLite looks again every 100 ms. */
const pauseMs = { newest: 0, older: 130 } as const;

/** Steps of a transaction follow one another without a turn of the event loop, and threads get their next task in one. */
const documentsATurn = 16;

/**
 * Loads the market through the publisher, the newest year of all issuers first. An existing market keeps its anchor
 * day, so that loading it again changes nothing and loading more of it leaves the existing documents unchanged.
 */
export async function loadSampleMarket(options: LoadOptions): Promise<Loaded> {
  const { records, publisher, seed, issuers, years, lengths, signal } = options;
  const known = await records.find();
  const anchorDay = known !== undefined && known.seed === seed ? known.anchorDay : options.today;
  const wanted = { seed, anchorDay, issuers, years, lengths };
  const isSame = known !== undefined && sameMarket(known, wanted);
  if (known?.completed === true && isSame) return { record: known, documents: 0, news: 0, changed: 0 };
  const begun = isSame ? known.written : 0;
  let record: SampleMarketRow = { ...wanted, written: begun, completed: false };
  await records.put(record);
  const steps = stepsOf(wanted);
  const total = { documents: 0, news: 0, changed: 0 };
  let isNewestTold = false;
  const source = openMarketSource(
    wanted,
    steps.filter(({ until }) => until > begun),
    options.threads,
  );
  try {
    for (const [at, step] of steps.entries()) {
      if (!step.newest && !isNewestTold) {
        isNewestTold = true;
        options.onNewest();
      }
      if (step.until <= begun) continue;
      const markets = await source.next();
      // Yields to the event loop, so that signals can arrive.
      await pause(step.newest ? pauseMs.newest : pauseMs.older);
      if (signal?.aborted === true) return { record, ...total };
      await publisher.batch(async (door) => {
        total.changed += await door.publishIssuers(markets.map(({ issuer }) => issuer));
        for (const market of markets) {
          for (const [at, each] of market.documents.entries()) {
            if ((await door.publishDocument(each, market.prepared[at])) !== "unchanged") total.changed++;
            if (at % documentsATurn === 0) await nextTurn();
          }
          for (const documentId of market.withdrawn) await door.withdrawDocument(documentId);
          for (const each of market.news) if ((await door.publishNews(each)) !== "unchanged") total.changed++;
          total.documents += market.documents.length;
          total.news += market.news.length;
        }
      });
      record = { ...record, written: step.until };
      await records.put(record);
      options.onStep(at + 1, steps.length);
    }
  } finally {
    await source.close();
  }
  record = { ...record, completed: true };
  await records.put(record);
  return { record, ...total };
}

function sameMarket(a: SampleMarketRow, b: Omit<SampleMarketRow, "written" | "completed">): boolean {
  return a.seed === b.seed && a.issuers === b.issuers && a.years === b.years && a.lengths === b.lengths;
}
