import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { DocumentDraft } from "../package/read-package.ts";
import { Refusal, type RefusalReason } from "../refusal.ts";

export interface ReadRequest {
  readonly file: string;
}

export type ReadReply =
  | { readonly drafts: readonly DocumentDraft[] }
  | { readonly refusal: { readonly reason: RefusalReason; readonly message: string } }
  | { readonly fault: string };

interface ReadPoolOptions {
  readonly workers?: number;
  readonly deadlineMs?: number;
  readonly heapMb?: number;
}

/** Reads packages in worker threads, one each at a time; what takes too long or too much is stopped and refused. */
export class ReadPool {
  readonly #deadlineMs: number;
  readonly #heapMb: number;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(options: ReadPoolOptions = {}) {
    this.#free = options.workers ?? Math.min(4, availableParallelism());
    this.#deadlineMs = options.deadlineMs ?? 60_000;
    this.#heapMb = options.heapMb ?? 256;
  }

  async read(file: string): Promise<readonly DocumentDraft[]> {
    while (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#free--;
    const worker = this.#idle.pop() ?? this.#start();
    try {
      const reply = await this.#ask(worker, { file });
      this.#idle.push(worker);
      if ("drafts" in reply) return reply.drafts;
      if ("refusal" in reply) throw new Refusal(reply.refusal.reason, reply.refusal.message);
      throw new Error(reply.fault);
    } finally {
      this.#free++;
      this.#waiting.shift()?.();
    }
  }

  #start(): Worker {
    return new Worker(new URL("./read-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMb, maxYoungGenerationSizeMb: 32 },
      stdout: true,
      stderr: true,
    });
  }

  /** Rejects with a refusal, and ends the worker, where no answer comes. */
  #ask(worker: Worker, request: ReadRequest): Promise<ReadReply> {
    return new Promise((resolve, reject) => {
      // Taken off one by one: the worker has listeners of its own, without which it never answers again.
      const settle = (): void => {
        clearTimeout(timer);
        worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      };
      const stop = (refusal: Error): void => {
        settle();
        // A second error of a dying worker has nobody to go to and must not end the process.
        worker.on("error", () => undefined);
        void worker.terminate();
        reject(refusal);
      };
      const onMessage = (reply: ReadReply): void => {
        settle();
        resolve(reply);
      };
      const onError = (error: NodeJS.ErrnoException): void => {
        const outOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        stop(outOfMemory ? new Refusal("memory_exceeded", `Reading took more than ${this.#heapMb} MB.`) : error);
      };
      const onExit = (code: number): void => stop(new Error(`the reader ended with code ${code}`));
      const timer = setTimeout(
        () => stop(new Refusal("deadline_exceeded", `Reading took more than ${this.#deadlineMs} ms.`)),
        this.#deadlineMs,
      );
      worker.on("message", onMessage).on("error", onError).on("exit", onExit);
      worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }
}
