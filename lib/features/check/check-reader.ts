import { TaskLateError, WorkerEndedError } from "../../kit/workers/errors.ts";
import { idleThreadMs, WorkerPool } from "../../kit/workers/pool.ts";
import { PurchaseProblem } from "../../spending/problems.ts";
import type { CheckAnswer, CheckTask, CheckWork } from "./check-work.ts";

const deadlineMs = 30_000;

/** Checks in a thread of its own, within a time: the draft and the filings are somebody else's. */
export class CheckReader {
  readonly #pool = new WorkerPool<CheckWork>({
    worker: new URL("./check-worker.ts", import.meta.url),
    name: "check",
    threads: 1,
    waitingMax: 20,
    deadlineMs,
    heapMb: 768,
    idleMs: idleThreadMs,
    silent: true,
  });

  async check(task: CheckTask): Promise<CheckAnswer> {
    try {
      return await this.#pool.ask("check", task);
    } catch (error) {
      if (error instanceof TaskLateError || (error instanceof WorkerEndedError && error.outOfMemory))
        throw new PurchaseProblem(
          422,
          "draft_too_complex",
          "The draft is too long to check at once. Check it in parts.",
        );
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
