import { hash } from "node:crypto";
import { idleThreadMs, WorkerPool } from "../../lib/kit/workers/pool.ts";
import type { Presence } from "../../lib/text/quotes/prepared-text.ts";
import type { QuoteWork } from "./protocol.ts";

/** Looks for quotes in the texts of documents, in a thread. */
export interface QuoteFinder {
  look(
    texts: readonly string[],
    quote: string,
    how?: { readonly open?: readonly boolean[]; readonly signal?: AbortSignal },
  ): Promise<Presence>;
  close(): Promise<void>;
}

const waitingMax = 200;
const deadlineMs = 30_000;
/** Of a request that somebody waits for; a text that is read for the first time takes a second or two. */
const waitMsMax = 20_000;

export function createQuoteFinder(): QuoteFinder {
  const pool = new WorkerPool<QuoteWork>({
    worker: new URL("./quote-worker.ts", import.meta.url),
    name: "quotes",
    threads: 1,
    waitingMax,
    waitMsMax,
    deadlineMs,
    // The texts that the thread has read are worth more than the rest of one look.
    stopWithinMs: deadlineMs,
    heapMb: 768,
    idleMs: idleThreadMs,
  });
  return {
    look(pieces, quote, { open, signal } = {}) {
      const version = hash("sha256", pieces.join("\u0000"));
      return pool.ask("look", { pieces, version, quote, open }, { place: version, signal });
    },
    close: () => pool.close(),
  };
}
