import { availableParallelism } from "node:os";
import { TaskLateError, WorkerEndedError } from "../../../lib/kit/workers/errors.ts";
import { WorkerPool } from "../../../lib/kit/workers/pool.ts";
import type { DocumentDraft } from "../package/read-package.ts";
import { Refusal, type RefusalReason } from "../refusal.ts";

/** A package's file, or pages of HTML and their images below a folder. */
type ReadTask = string | { readonly root: string; readonly files: readonly string[] };

export type ReadWork = {
  read: {
    task: ReadTask;
    answer:
      | { readonly drafts: readonly DocumentDraft[] }
      | { readonly refusal: { readonly reason: RefusalReason; readonly message: string } };
  };
  /** Undefined where the package can't be trusted. */
  count: { task: string; answer: number | undefined };
};

interface ReadPoolOptions {
  readonly workers?: number;
  readonly deadlineMs?: number;
  readonly heapMb?: number;
}

/** A reader of a folder asks for a few packages at a time. */
const waitingMax = 10_000;

/** Reads packages in threads; what takes too long or too much is stopped and refused. */
export class ReadPool {
  readonly #deadlineMs: number;
  readonly #heapMb: number;
  readonly #pool: WorkerPool<ReadWork>;

  constructor(options: ReadPoolOptions = {}) {
    this.#deadlineMs = options.deadlineMs ?? 60_000;
    this.#heapMb = options.heapMb ?? 256;
    this.#pool = new WorkerPool<ReadWork>({
      worker: new URL("./read-worker.ts", import.meta.url),
      name: "read",
      threads: options.workers ?? Math.min(4, availableParallelism()),
      waitingMax,
      deadlineMs: this.#deadlineMs,
      heapMb: this.#heapMb,
      silent: true,
    });
  }

  read(file: string): Promise<readonly DocumentDraft[]> {
    return this.#read(file);
  }

  readPages(root: string, files: readonly string[]): Promise<readonly DocumentDraft[]> {
    return this.#read({ root, files });
  }

  async #read(task: ReadTask): Promise<readonly DocumentDraft[]> {
    const reply = await this.#pool.ask("read", task).catch((error: unknown) => {
      throw this.#refusalOf(error) ?? error;
    });
    if ("drafts" in reply) return reply.drafts;
    throw new Refusal(reply.refusal.reason, reply.refusal.message);
  }

  /** The figures in a package; undefined where they can't be counted, which holds up no document. */
  countFigures(file: string): Promise<number | undefined> {
    return this.#pool.ask("count", file).catch((error: unknown) => {
      if (this.#refusalOf(error) === undefined) throw error;
      return undefined;
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #refusalOf(error: unknown): Refusal | undefined {
    if (error instanceof TaskLateError)
      return new Refusal("deadline_exceeded", `Reading took more than ${this.#deadlineMs} ms.`);
    if (error instanceof WorkerEndedError && error.outOfMemory)
      return new Refusal("memory_exceeded", `Reading took more than ${this.#heapMb} MB.`);
    return undefined;
  }
}
