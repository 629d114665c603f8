import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { WorkerPool } from "../../lib/kit/workers/pool.ts";
import type { Rooms } from "../../lib/kit/workers/rooms.ts";
import type { PreparedPublication } from "../domain/publishing/prepared.ts";
import { preparePublication } from "../prepare-publication.ts";
import { readSampleData, type SampleData } from "./data.ts";
import { type Days, type IssuerMarket, marketOf } from "./market.ts";
import type { Span } from "./plan.ts";
import type { Step } from "./steps.ts";

/** An issuer's market with what its publications need not compute again, in the order of the documents. */
export interface PreparedMarket extends IssuerMarket {
  readonly prepared: readonly PreparedPublication[];
}

/** The publications of each step, in order. */
export interface MarketSource {
  next(): Promise<readonly PreparedMarket[]>;
  close(): Promise<void>;
}

/** One issuer's publications of some days. */
interface MarketTask {
  readonly issuer: number;
  readonly days: Days;
}

export type MarketWork = { market: { task: MarketTask; answer: PreparedMarket } };

/** Below so many steps a thread takes longer to start than it saves. */
const fewSteps = 4;
/** More than the writer can keep up with are of no use. */
const threadsMax = 4;

/**
 * Threads write and prepare the next texts while this one stores the last: as many as there are processors, since
 * preparing takes longer than storing. `threads` 0 does everything in this one.
 */
export function openMarketSource(
  span: Span,
  steps: readonly Step[],
  threads = steps.length < fewSteps ? 0 : Math.min(threadsMax, availableParallelism()),
): MarketSource {
  return threads === 0 ? inThisThread(span, steps) : inThreads(span, steps, threads);
}

export function preparedMarketOf(
  data: SampleData,
  span: Span,
  { issuer, days }: MarketTask,
  rooms?: Rooms,
): PreparedMarket {
  const market = marketOf(data, issuer, span, days);
  return { ...market, prepared: market.documents.map((each) => preparePublication(each, rooms)) };
}

const tasksOf = ({ first, count, days }: Step): MarketTask[] =>
  Array.from({ length: count }, (_, at) => ({ issuer: first + at, days }));

function inThisThread(span: Span, steps: readonly Step[]): MarketSource {
  const data = readSampleData();
  const left = steps.values();
  return {
    async next() {
      const { value } = left.next();
      return value === undefined ? [] : tasksOf(value).map((task) => preparedMarketOf(data, span, task));
    },
    async close() {},
  };
}

/**
 * An issuer's texts live until they are handed over. With less room for new objects than they take, each is copied twice
 * before that; and threads that help to collect take their time from those that write.
 */
const collection = "--max-semi-space-size=32 --no-parallel-scavenge";

function inThreads(span: Span, steps: readonly Step[], threads: number): MarketSource {
  // For threads that start from here on: a limit of a thread's own is overruled by the program's.
  setFlagsFromString(collection);
  // While one step is stored, the next is made: so many wait in memory at most.
  const ahead = Math.max(...steps.map(({ count }) => count)) + threads;
  const pool = new WorkerPool<MarketWork>({
    worker: new URL("./market-worker.ts", import.meta.url),
    name: "market",
    threads,
    waitingMax: ahead,
    heapMb: 1024,
    settings: span,
  });
  const left = steps.flatMap(tasksOf).values();
  const asked: Promise<PreparedMarket>[] = [];
  const ask = () => {
    const { value } = left.next();
    if (value === undefined) return;
    const answer = pool.ask("market", value);
    // A failure is told when its turn comes.
    answer.catch(() => {});
    asked.push(answer);
  };
  for (let at = 0; at < ahead; at++) ask();
  const counts = steps.map(({ count }) => count).values();
  return {
    async next() {
      const markets: PreparedMarket[] = [];
      for (let count = counts.next().value ?? 0; count > 0; count--) {
        const first = asked.shift();
        if (first === undefined) break;
        markets.push(await first);
        ask();
      }
      return markets;
    },
    close: () => pool.close(),
  };
}
