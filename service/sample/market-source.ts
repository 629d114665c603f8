import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type IssuerMarket, marketOf } from "./market.ts";
import type { Span } from "./plan.ts";
import type { Step } from "./steps.ts";

/** The publications of each step, in order. */
export interface MarketSource {
  next(): Promise<readonly IssuerMarket[]>;
  close(): Promise<void>;
}

/** Below so many steps a thread takes longer to start than it saves. */
const fewSteps = 4;
/** How many steps are written ahead: their texts are held in memory. */
const ahead = 2;

/** Where there is a second processor, a thread writes the next texts while this one stores the last. */
export function openMarketSource(span: Span, steps: readonly Step[]): MarketSource {
  return steps.length < fewSteps || availableParallelism() < 2
    ? inThisThread(span, steps)
    : inAnotherThread(span, steps);
}

export const marketsOf = (span: Span, { first, count, days }: Step): IssuerMarket[] =>
  Array.from({ length: count }, (_, at) => marketOf(first + at, span, days));

function inThisThread(span: Span, steps: readonly Step[]): MarketSource {
  const left = steps.values();
  return {
    async next() {
      const { value } = left.next();
      return value === undefined ? [] : marketsOf(span, value);
    },
    async close() {},
  };
}

function inAnotherThread(span: Span, steps: readonly Step[]): MarketSource {
  const worker = new Worker(new URL("./market-worker.ts", import.meta.url), { workerData: span });
  const left = steps.values();
  // Answers that nobody has asked for yet, and those who wait for one.
  const answers: (readonly IssuerMarket[])[] = [];
  const waiting: PromiseWithResolvers<readonly IssuerMarket[]>[] = [];
  let failure: Error | undefined;
  const order = () => {
    const { value } = left.next();
    if (value !== undefined) worker.postMessage(value);
  };
  worker.on("message", (markets: readonly IssuerMarket[]) => {
    const first = waiting.shift();
    if (first === undefined) answers.push(markets);
    else first.resolve(markets);
  });
  worker.on("error", (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
    for (const each of waiting.splice(0)) each.reject(failure);
  });
  for (let at = 0; at < ahead; at++) order();
  return {
    async next() {
      if (failure !== undefined) throw failure;
      order();
      const ready = answers.shift();
      if (ready !== undefined) return ready;
      const promise = Promise.withResolvers<readonly IssuerMarket[]>();
      waiting.push(promise);
      return promise.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}
