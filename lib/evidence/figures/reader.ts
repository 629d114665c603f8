import type { RefusalReason } from "../../kit/archives/refusal.ts";
import { TaskLateError, WorkerEndedError } from "../../kit/workers/errors.ts";
import { idleThreadMs, WorkerPool } from "../../kit/workers/pool.ts";
import type { ExportRow } from "./export.ts";
import type { Refilled, WorkbookScope } from "./refill/refill.ts";

/** A package that was read, in the form in which it is stored, or why it can't be read. */
export type ReadPackage =
  | { readonly packed: Uint8Array; readonly factCount: number }
  | { readonly refused: RefusalReason };

export type FiguresWork = {
  read: { task: Uint8Array; answer: ReadPackage };
  workbook: { task: readonly ExportRow[]; answer: Uint8Array };
  scope: { task: Uint8Array; answer: WorkbookScope | Refused };
  refill: { task: RefillTask; answer: Refilled | Refused };
};

export interface Refused {
  readonly refused: RefusalReason;
}

export interface RefillTask {
  readonly bytes: Uint8Array;
  readonly rows: readonly ExportRow[];
  readonly today: string;
}

/** Reads packages in a thread of its own, so that a large or hostile one holds nobody up. */
export interface FigureReader {
  read(zip: Uint8Array): Promise<ReadPackage>;
  /** Figures as a spreadsheet, which takes as long to write as a package to read. */
  workbook(rows: readonly ExportRow[]): Promise<Uint8Array>;
  /** The issuers and documents that a workbook from outside is of. */
  scope(workbook: Uint8Array): Promise<WorkbookScope | Refused>;
  refill(task: RefillTask): Promise<Refilled | Refused>;
  close(): Promise<void>;
}

const deadlineMs = 20_000;
const heapMb = 384;

export function openFigureReader(): FigureReader {
  const pool = new WorkerPool<FiguresWork>({
    worker: new URL("./figures-worker.ts", import.meta.url),
    name: "figures",
    threads: 1,
    waitingMax: 200,
    deadlineMs,
    heapMb,
    idleMs: idleThreadMs,
    silent: true,
  });
  const refusing = async <T>(answer: Promise<T>): Promise<T | Refused> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof TaskLateError) return { refused: "deadline_exceeded" };
      if (error instanceof WorkerEndedError && error.outOfMemory) return { refused: "memory_exceeded" };
      throw error;
    }
  };
  return {
    read: (zip) => refusing(pool.ask("read", zip)),
    scope: (workbook) => refusing(pool.ask("scope", workbook)),
    refill: (task) => refusing(pool.ask("refill", task)),
    workbook: (rows) => pool.ask("workbook", rows),
    close: () => pool.close(),
  };
}
