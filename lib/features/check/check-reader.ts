import { TaskLateError, WorkerEndedError } from "../../kit/workers/errors.ts";
import { WorkerPool } from "../../kit/workers/pool.ts";
import { PurchaseProblem } from "../../spending/problems.ts";
import type { CheckAnswer, CheckTask, CheckWork, CommentedFile, CommentTask, ReadFile } from "./check-work.ts";
import type { DraftFile } from "./files/read-file.ts";

const deadlineMs = 30_000;
/** A check is asked for seldom, and its thread has much memory. */
const idleMs = 20_000;

/** Checks in a thread of its own, within a time: the draft and the filings are somebody else's. */
export class CheckReader {
  readonly #pool = new WorkerPool<CheckWork>({
    worker: new URL("./check-worker.ts", import.meta.url),
    name: "check",
    threads: 1,
    waitingMax: 20,
    deadlineMs,
    heapMb: 768,
    idleMs,
    silent: true,
  });

  async check(task: CheckTask): Promise<CheckAnswer> {
    try {
      return await this.#pool.ask("check", task);
    } catch (error) {
      if (isTooMuch(error))
        throw new PurchaseProblem(
          422,
          "draft_too_complex",
          "The draft is too long to check at once. Check it in parts.",
        );
      throw error;
    }
  }

  /** A file from outside, read within the same bounds. */
  async read(file: DraftFile): Promise<ReadFile> {
    try {
      return await this.#pool.ask("read", file);
    } catch (error) {
      if (isTooMuch(error)) return { refused: "too_complex" };
      throw error;
    }
  }

  /** Writes comments into a file from outside. */
  async comment(task: CommentTask): Promise<CommentedFile> {
    try {
      return await this.#pool.ask("comment", task);
    } catch (error) {
      if (isTooMuch(error)) return { refused: "too_complex" };
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function isTooMuch(error: unknown): boolean {
  return error instanceof TaskLateError || (error instanceof WorkerEndedError && error.outOfMemory);
}
