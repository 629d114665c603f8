import { availableParallelism } from "node:os";
import { idleThreadMs, WorkerPool } from "../../lib/kit/workers/pool.ts";
import type { ImageWork } from "./protocol.ts";

/** Encodes images of filings anew, off the event loop: each with a deadline, in threads with a memory limit. */
export interface FigureMaker {
  make(file: string, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** An answer asks for a few at a time. */
const waitingMax = 500;

export function createFigureMaker(options: { readonly deadlineMs?: number } = {}): FigureMaker {
  const deadlineMs = options.deadlineMs ?? 10_000;
  const pool = new WorkerPool<ImageWork>({
    worker: new URL("./image-worker.ts", import.meta.url),
    name: "images",
    threads: Math.min(2, availableParallelism()),
    waitingMax,
    deadlineMs,
    stopWithinMs: deadlineMs,
    heapMb: 128,
    idleMs: idleThreadMs,
    silent: true,
  });
  return {
    make: (file, signal) => pool.ask("figure", { file }, { signal }),
    close: () => pool.close(),
  };
}
