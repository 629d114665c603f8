import { Worker } from "node:worker_threads";
import { SearchBusyError } from "../port.ts";
import type { Work, WorkerReply, WorkerRequest, WorkerSettings, WorkName } from "./messages.ts";

export interface PoolOptions {
  readonly file: string;
  readonly threads: number;
  readonly cacheBytes: number;
  /** How long a thread may take to notice that its query is to stop, before it is replaced. */
  readonly stopWithinMs?: number;
  readonly waitingMax?: number;
}

/** Each waiting search has a deadline; this many would pass it before their turn comes. */
const waitingMax = 1_000;

interface Task {
  readonly request: WorkerRequest;
  readonly signal: AbortSignal;
  readonly resolve: (answer: Work[WorkName]["answer"]) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
}

interface Thread {
  worker: Worker;
  readonly stop: Int32Array;
  task: Task | undefined;
  grace: NodeJS.Timeout | undefined;
}

/**
 * Threads that search, so that no query holds up the event loop. A query whose signal fires is answered at once
 * and its thread is asked to stop; a thread that does not stop is replaced. Queries wait their turn in order of arrival.
 */
export class SearchPool {
  readonly #options: PoolOptions;
  readonly #threads: Thread[] = [];
  readonly #waiting: Task[] = [];
  #nextId = 1;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Searches that no thread has taken up yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  ask<N extends WorkName>(name: N, query: Work[N]["query"], signal: AbortSignal): Promise<Work[N]["answer"]> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new Error("The search index is closed."));
        return;
      }
      if (signal.aborted) {
        reject(abortError(signal));
        return;
      }
      if (this.#waiting.length >= (this.#options.waitingMax ?? waitingMax)) {
        reject(new SearchBusyError());
        return;
      }
      const request = { id: this.#nextId++, name, query };
      const task: Task = {
        request,
        signal,
        resolve: (answer) => resolve(answer),
        reject,
        onAbort: () => this.#abandon(task),
      };
      signal.addEventListener("abort", task.onAbort, { once: true });
      this.#waiting.push(task);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0))
      this.#settle(task, () => task.reject(new Error("The search index is closed.")));
    const threads = this.#threads.splice(0);
    for (const thread of threads) {
      const task = thread.task;
      thread.task = undefined;
      if (task !== undefined) this.#settle(task, () => task.reject(new Error("The search index is closed.")));
    }
    await Promise.all(threads.map((thread) => thread.worker.terminate()));
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#threads.find((each) => each.task === undefined) ?? this.#start();
      if (thread === undefined) return;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      thread.task = task;
      // Only a thread at work keeps the process alive.
      thread.worker.ref();
      thread.worker.postMessage(task.request);
    }
  }

  #start(): Thread | undefined {
    if (this.#threads.length >= this.#options.threads) return undefined;
    const stop = new SharedArrayBuffer(4);
    const thread: Thread = { worker: this.#spawn(stop), stop: new Int32Array(stop), task: undefined, grace: undefined };
    this.#listen(thread);
    this.#threads.push(thread);
    return thread;
  }

  #spawn(stop: SharedArrayBuffer): Worker {
    const settings: WorkerSettings = { file: this.#options.file, cacheBytes: this.#options.cacheBytes, stop };
    return new Worker(new URL("./worker.ts", import.meta.url), { workerData: settings, name: "search" });
  }

  #listen(thread: Thread): void {
    const { worker } = thread;
    worker.on("message", (reply: WorkerReply) => this.#finish(thread, reply));
    worker.on("error", (error) => this.#replace(thread, error));
    worker.unref();
  }

  #finish(thread: Thread, reply: WorkerReply): void {
    const task = thread.task;
    if (task === undefined || task.request.id !== reply.id) return;
    clearTimeout(thread.grace);
    thread.task = undefined;
    thread.worker.unref();
    this.#settle(task, () => {
      if ("answer" in reply) task.resolve(reply.answer);
      else if ("stopped" in reply) task.reject(abortError(task.signal));
      else task.reject(Object.assign(new Error(reply.error.message), { stack: reply.error.stack }));
    });
    this.#dispatch();
  }

  #settle(task: Task, how: () => void): void {
    task.signal.removeEventListener("abort", task.onAbort);
    how();
  }

  /** The caller has gone: its thread stops at the next step, or is replaced. */
  #abandon(task: Task): void {
    task.reject(abortError(task.signal));
    const waiting = this.#waiting.indexOf(task);
    if (waiting !== -1) {
      this.#waiting.splice(waiting, 1);
      return;
    }
    const thread = this.#threads.find((each) => each.task === task);
    if (thread === undefined) return;
    Atomics.store(thread.stop, 0, task.request.id);
    const late = () => this.#replace(thread, new Error("A search did not stop when it was told to."));
    thread.grace = setTimeout(late, this.#options.stopWithinMs ?? 1_000);
  }

  #replace(thread: Thread, error: unknown): void {
    clearTimeout(thread.grace);
    const at = this.#threads.indexOf(thread);
    if (at !== -1) this.#threads.splice(at, 1);
    thread.worker.removeAllListeners();
    thread.worker.on("error", () => {});
    void thread.worker.terminate();
    const task = thread.task;
    thread.task = undefined;
    if (task !== undefined) this.#settle(task, () => task.reject(error));
    if (!this.#closed) this.#dispatch();
  }
}

function abortError(signal: AbortSignal): Error {
  const error = new Error("The search was stopped.", { cause: signal.reason });
  error.name = "AbortError";
  return error;
}
