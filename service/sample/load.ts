import { setTimeout as pause } from "node:timers/promises";
import type { Publisher } from "../domain/publishing/index.ts";
import { addDays } from "./calendar.ts";
import type { Days } from "./market.ts";
import { openMarketSource } from "./market-source.ts";
import type { Lengths } from "./plan.ts";

/** The parameters of the market in a store, so that loading it again gives the same. */
export interface SampleRecord {
  readonly seed: number;
  readonly anchorDay: string;
  readonly issuers: number;
  readonly years: number;
  readonly lengths: Lengths;
  /** How many issuers' parts are written, counted through the newest year and then what came before it. */
  readonly written: number;
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
  readonly lengths: Lengths;
  readonly today: string;
  /** After each transaction, with the share of all that is written. */
  readonly onStep: (done: number, all: number) => void;
  /** Once everything of the newest year is written: from then on the market can be looked at. */
  readonly onNewest: () => void;
  /** Checked between transactions: what is written stays, and loading again continues. */
  readonly signal?: AbortSignal;
}

export interface Loaded {
  readonly record: SampleRecord;
  readonly documents: number;
  readonly news: number;
  readonly changed: number;
}

/** One transaction of the load: some issuers' publications of some days. */
export interface Step {
  /** What is written with it, counted like `written` of the record. */
  readonly until: number;
  readonly first: number;
  readonly count: number;
  readonly days: Days;
  readonly newest: boolean;
}

/** Enough issuers a transaction to be fast, few enough that another process may write in between. */
const issuersPerStep = { full: 2, short: 12 } as const;
/** Once people read, a service that is waiting to write a charge gets its turn: SQLite looks again every 100 ms. */
const pauseMs = { newest: 0, older: 130 } as const;
const newestDays = 400;

/**
 * Loads the market through the publisher, the newest year of all issuers first. An existing market keeps its anchor
 * day, so that loading it again changes nothing and loading more of it leaves the existing documents unchanged.
 */
export async function loadSampleMarket(options: LoadOptions): Promise<Loaded> {
  const { records, publisher, seed, issuers, years, lengths, signal } = options;
  const known = records.find();
  const anchorDay = known !== undefined && known.seed === seed ? known.anchorDay : options.today;
  const wanted = { seed, anchorDay, issuers, years, lengths };
  const isSame = known !== undefined && sameMarket(known, wanted);
  if (known?.completed === true && isSame) return { record: known, documents: 0, news: 0, changed: 0 };
  const begun = isSame ? known.written : 0;
  let record: SampleRecord = { ...wanted, written: begun, completed: false };
  records.put(record);
  const steps = stepsOf(wanted);
  const total = { documents: 0, news: 0, changed: 0 };
  let isNewestTold = false;
  const source = openMarketSource(
    wanted,
    steps.filter(({ until }) => until > begun),
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
          for (const each of market.documents) if ((await door.publishDocument(each)) !== "unchanged") total.changed++;
          for (const documentId of market.withdrawn) await door.withdrawDocument(documentId);
          for (const each of market.news) if ((await door.publishNews(each)) !== "unchanged") total.changed++;
          total.documents += market.documents.length;
          total.news += market.news.length;
        }
      });
      record = { ...record, written: step.until };
      records.put(record);
      options.onStep(at + 1, steps.length);
    }
  } finally {
    await source.close();
  }
  if (!isNewestTold) options.onNewest();
  record = { ...record, completed: true };
  records.put(record);
  return { record, ...total };
}

/** The newest year of all issuers, then everything before it. The short form goes issuer by issuer. */
export function stepsOf({ anchorDay, issuers, lengths }: Pick<SampleRecord, "anchorDay" | "issuers" | "lengths">): Step[] {
  const since = addDays(anchorDay, -newestDays);
  const end = addDays(anchorDay, 1);
  const parts: readonly Pick<Step, "days" | "newest">[] =
    lengths === "short"
      ? [{ days: { from: "", until: end }, newest: true }]
      : [
          { days: { from: since, until: end }, newest: true },
          { days: { from: "", until: since }, newest: false },
        ];
  const count = issuersPerStep[lengths];
  return parts.flatMap((part, round) =>
    Array.from({ length: Math.ceil(issuers / count) }, (_, at) => ({
      ...part,
      first: at * count,
      count: Math.min(count, issuers - at * count),
      until: round * issuers + Math.min(issuers, (at + 1) * count),
    })),
  );
}

function sameMarket(a: SampleRecord, b: Omit<SampleRecord, "written" | "completed">): boolean {
  return a.seed === b.seed && a.issuers === b.issuers && a.years === b.years && a.lengths === b.lengths;
}
