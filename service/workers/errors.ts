/** More tasks wait than the pool takes: this one would not be answered in time. */
export class PoolBusyError extends Error {
  override readonly name = "PoolBusyError";
  constructor() {
    super("Too many tasks wait for a worker.");
  }
}

export class PoolClosedError extends Error {
  override readonly name = "PoolClosedError";
  constructor() {
    super("The workers are closed.");
  }
}

/** The task took longer than it may, and its thread was stopped with it. */
export class TaskLateError extends Error {
  override readonly name = "TaskLateError";
  constructor(deadlineMs: number) {
    super(`The task took more than ${deadlineMs} ms.`);
  }
}

/** The thread ended under its task. */
export class WorkerEndedError extends Error {
  override readonly name = "WorkerEndedError";
  /** It needed more memory than a thread of this pool has. */
  readonly outOfMemory: boolean;
  constructor(cause: unknown) {
    super(`The worker ended (${cause instanceof Error ? cause.message : String(cause)}).`, { cause });
    this.outOfMemory = cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
  }
}

/** Why nobody waits any more, as the caller's own signal says it. */
export function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException("The task was stopped.", "AbortError");
}
