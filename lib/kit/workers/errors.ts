/** The pool's queue is full or too long: this task would not be answered in time. */
export class PoolBusyError extends Error {
  override readonly name = "PoolBusyError";
  /** When those that wait now will have been served, as far as can be told. */
  readonly waitMs: number;
  constructor(waitMs: number) {
    super("Too many tasks wait for a worker.");
    this.waitMs = waitMs;
  }
}

export class PoolClosedError extends Error {
  override readonly name = "PoolClosedError";
  constructor() {
    super("The workers are closed.");
  }
}

/** The task exceeded its time limit and was stopped with its thread. */
export class TaskLateError extends Error {
  override readonly name = "TaskLateError";
  constructor(deadlineMs: number) {
    super(`The task took more than ${deadlineMs} ms.`);
  }
}

const retryLateMs = 5_000;
const lateNames = ["TaskLateError", "WorkerEndedError", "PoolClosedError"];

/** For work that no thread has done: too many wait, it took too long or its thread ended; else undefined. */
export function retryMsOf(error: unknown): number | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each.name === "PoolBusyError" && "waitMs" in each) return Math.max(1_000, Number(each.waitMs));
    if (lateNames.includes(each.name) || (each.name === "TimeoutError" && each instanceof DOMException))
      return retryLateMs;
  }
  return undefined;
}

/** The thread ended during its task. */
export class WorkerEndedError extends Error {
  override readonly name = "WorkerEndedError";
  /** The task needed more memory than the pool's threads have. */
  readonly outOfMemory: boolean;
  constructor(cause: unknown) {
    super(`The worker ended (${cause instanceof Error ? cause.message : String(cause)}).`, { cause });
    this.outOfMemory = cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
  }
}

/** The reason of the caller's signal. */
export function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException("The task was stopped.", "AbortError");
}
