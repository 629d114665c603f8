import { Worker } from "node:worker_threads";
import { abortReason, PoolBusyError, PoolClosedError, TaskLateError, WorkerEndedError } from "./errors.ts";
import type { Reply, Request, ThreadData, Work } from "./protocol.ts";

/** A thread that can be started again within a reader's patience ends when it had nothing to do for this long. */
export const idleThreadMs = 300_000;

export interface PoolOptions {
  /** The file of the worker, which calls `serveWork`. */
  readonly worker: URL;
  readonly name: string;
  readonly threads: number;
  /** The most tasks waiting for a thread; more are refused at once. */
  readonly waitingMax: number;
  /** A task that would wait longer, by the time that the last ones took, is refused at once. */
  readonly waitMsMax?: number | undefined;
  /** The time limit of a task, from when a thread starts it. */
  readonly deadlineMs?: number | undefined;
  /** The heap limit of each thread. A thread that needs more ends, and its task fails. */
  readonly heapMb?: number | undefined;
  /** How long a thread that is told to stop may take before it is replaced; without it, it is replaced at once. */
  readonly stopWithinMs?: number | undefined;
  /** Returned by `threadSettings()` in each thread. */
  readonly settings?: unknown;
  /** When a thread that gives memory back does so, if not after ten seconds. */
  readonly quietMs?: number | undefined;
  /** A thread that had no task for this long ends, and the next task starts another; without it, it stays. */
  readonly idleMs?: number | undefined;
  /** Drops the output of threads, since libraries that read untrusted files print a lot. */
  readonly silent?: boolean;
}

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined;
  /** A key for related tasks: the thread that had the last task with it answers the next one fastest. */
  readonly place?: string | undefined;
}

interface Task {
  readonly request: Request;
  readonly settle: (result: { readonly answer: unknown } | { readonly error: Error }) => void;
  readonly place: string | undefined;
  startedAtMs: number;
  /** How often later tasks were preferred because their thread had the same place. */
  passedOver: number;
}

interface Thread {
  readonly worker: Worker;
  readonly stop: Int32Array;
  task: Task | undefined;
  place: string | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** How often a task may be passed over by others in this way. */
const passedOverMax = 16;
/** How much the last task counts among all before it. */
const lastTaskWeight = 0.2;

/**
 * Threads for work that would block the event loop or may crash: each does one task at a time, with a deadline and a
 * memory limit. A caller whose signal fires is answered at once, and its thread stops or is replaced. Tasks wait in the
 * order in which they arrived. Threads are started when needed, and idle ones don't keep the process alive.
 */
export class WorkerPool<W extends Work> {
  readonly #options: PoolOptions;
  readonly #threads: Thread[] = [];
  readonly #waiting: Task[] = [];
  #nextId = 1;
  #closed = false;
  /** The time that a task takes, from the last ones. */
  #taskMs: number | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Tasks that no thread has started yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  ask<N extends keyof W & string>(name: N, task: W[N]["task"], options: TaskOptions = {}): Promise<W[N]["answer"]> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new PoolClosedError());
      if (signal?.aborted === true) return reject(abortReason(signal));
      const { waitingMax, waitMsMax } = this.#options;
      const isLong = waitMsMax !== undefined && this.#waitMs > waitMsMax;
      if (this.#waiting.length >= waitingMax || isLong) return reject(new PoolBusyError(this.#waitMs));
      const onAbort = () => signal !== undefined && this.#abandon(own, abortReason(signal));
      const own: Task = {
        place: options.place,
        request: { id: this.#nextId++, name, task },
        passedOver: 0,
        startedAtMs: 0,
        settle(result) {
          signal?.removeEventListener("abort", onAbort);
          if ("answer" in result) resolve(result.answer);
          else reject(result.error);
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(own);
      this.#dispatch();
    });
  }

  /** Ends all threads together with their tasks. */
  async close(): Promise<void> {
    this.#closed = true;
    const error = new PoolClosedError();
    for (const task of this.#waiting.splice(0)) task.settle({ error });
    await Promise.all(this.#threads.slice().map((thread) => this.#remove(thread, error)));
  }

  /** How long those that wait now will take; none where any task could begin at once. */
  get #waitMs(): number {
    return (this.#waiting.length * (this.#taskMs ?? 0)) / this.#options.threads;
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && !this.#closed) {
      const thread = this.#freeThread();
      if (thread === undefined) return;
      this.#start(thread, this.#takeFor(thread));
    }
  }

  #freeThread(): Thread | undefined {
    const first = this.#waiting[0];
    const free = this.#threads.filter(({ task }) => task === undefined);
    const knowing = free.find(({ place }) => place !== undefined && place === first?.place);
    return knowing ?? free[0] ?? (this.#threads.length < this.#options.threads ? this.#spawn() : undefined);
  }

  /** The oldest task, or one with a place that the thread had before, unless the oldest was passed over too often. */
  #takeFor({ place }: Thread): Task | undefined {
    const [oldest] = this.#waiting;
    const known =
      place === undefined || oldest === undefined || oldest.passedOver >= passedOverMax
        ? 0
        : Math.max(
            0,
            this.#waiting.findIndex((task) => task.place === place),
          );
    if (known > 0 && oldest !== undefined) oldest.passedOver++;
    return this.#waiting.splice(known, 1)[0];
  }

  #start(thread: Thread, task: Task | undefined): void {
    if (task === undefined) return;
    const { deadlineMs } = this.#options;
    thread.task = task;
    task.startedAtMs = performance.now();
    thread.place = task.place;
    clearTimeout(thread.timer);
    // Only a thread at work keeps the process alive.
    thread.worker.ref();
    if (deadlineMs !== undefined)
      thread.timer = setTimeout(() => void this.#remove(thread, new TaskLateError(deadlineMs)), deadlineMs);
    try {
      thread.worker.postMessage(task.request);
    } catch (error) {
      // A task that can't be copied to a thread fails, and the thread is free again.
      this.#free(thread, task);
      task.settle({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  #spawn(): Thread {
    const { worker: file, name, heapMb, silent, settings, quietMs } = this.#options;
    const stop = new SharedArrayBuffer(4);
    const workerData: ThreadData = { stop, settings, quietMs };
    const worker = new Worker(file, {
      workerData,
      name,
      ...(silent === true ? { stdout: true, stderr: true } : {}),
      ...(heapMb === undefined
        ? {}
        : { resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 } }),
    });
    const thread: Thread = { worker, stop: new Int32Array(stop), task: undefined, place: undefined, timer: undefined };
    const onEnd = (cause: unknown) => void this.#remove(thread, new WorkerEndedError(cause));
    worker.on("message", (reply: Reply) => this.#finish(thread, reply));
    worker.on("error", onEnd).on("messageerror", onEnd).on("exit", onEnd);
    worker.unref();
    this.#threads.push(thread);
    return thread;
  }

  #finish(thread: Thread, reply: Reply): void {
    const { task } = thread;
    if (task?.request.id !== reply.id) return;
    this.#free(thread, task);
    if ("answer" in reply) task.settle({ answer: reply.answer });
    // The caller of a stopped task has already been answered.
    else if ("fault" in reply)
      task.settle({ error: Object.assign(new Error(reply.fault.message), { stack: reply.fault.stack }) });
    this.#dispatch();
  }

  #free(thread: Thread, task: Task): void {
    thread.task = undefined;
    this.#learn(task);
    this.#rest(thread);
  }

  #learn({ startedAtMs }: Task): void {
    const lastMs = performance.now() - startedAtMs;
    this.#taskMs = (this.#taskMs ?? lastMs) * (1 - lastTaskWeight) + lastMs * lastTaskWeight;
  }

  #rest(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.worker.unref();
    const { idleMs } = this.#options;
    if (idleMs !== undefined)
      thread.timer = setTimeout(() => void this.#remove(thread, new WorkerEndedError("idle")), idleMs).unref();
  }

  /** The caller no longer waits: its thread stops at the next step, or is replaced. */
  #abandon(task: Task, error: Error): void {
    task.settle({ error });
    const waiting = this.#waiting.indexOf(task);
    if (waiting !== -1) {
      this.#waiting.splice(waiting, 1);
      return;
    }
    const thread = this.#threads.find((each) => each.task === task);
    if (thread === undefined) return;
    const { stopWithinMs } = this.#options;
    if (stopWithinMs === undefined) return void this.#remove(thread, error);
    Atomics.store(thread.stop, 0, task.request.id);
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => void this.#remove(thread, error), stopWithinMs);
  }

  /** Ends a thread that failed, hangs or is no longer needed, together with its tasks; the next task gets a new one. */
  async #remove(thread: Thread, error: Error): Promise<void> {
    const at = this.#threads.indexOf(thread);
    if (at === -1) return;
    this.#threads.splice(at, 1);
    const { worker, task } = thread;
    thread.task = undefined;
    this.#rest(thread);
    clearTimeout(thread.timer);
    if (task !== undefined) {
      this.#learn(task);
      task.settle({ error });
    }
    const ended = worker.terminate();
    this.#dispatch();
    await ended;
  }
}
