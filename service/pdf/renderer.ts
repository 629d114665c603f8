import { availableParallelism } from "node:os";
import { idleThreadMs, WorkerPool } from "../../lib/kit/workers/pool.ts";
import type { PdfImage, PdfLine, PdfOverview, PdfPageText, PdfWork } from "./protocol.ts";

/** A file that is no readable PDF, or that took too much time or memory; the message has the reason. */
export class PdfRefused extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "PdfRefused";
  }
}

/** Reads and draws PDFs off the event loop. Each question has a deadline and each worker a cap of memory. */
export interface PdfRenderer {
  /** Pages that no worker has taken up yet. */
  readonly waiting: number;
  /** Page sizes and outline, without drawing anything. */
  overview(file: string, signal?: AbortSignal): Promise<PdfOverview>;
  lines(file: string, pageNumber: number, signal?: AbortSignal): Promise<readonly PdfLine[]>;
  /** The text of one page with its tables, which takes twice as long as its lines. */
  text(file: string, pageNumber: number, signal?: AbortSignal): Promise<PdfPageText>;
  /** One page as a JPEG of about 150 dpi. */
  image(file: string, pageNumber: number, signal?: AbortSignal): Promise<PdfImage>;
  close(): Promise<void>;
}

export interface PdfRendererOptions {
  readonly workers?: number;
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
  /** How long a page may have to wait for a thread; without it, as long as it takes. */
  readonly waitMsMax?: number;
}

/** Pages that may wait: a reader asks for a few, and each has a deadline of its own. */
const waitingMax = 500;

export function createPdfRenderer(options: PdfRendererOptions = {}): PdfRenderer {
  const deadlineMs = options.deadlineMs ?? 30_000;
  const pool = new WorkerPool<PdfWork>({
    worker: new URL("./pdf-worker.ts", import.meta.url),
    name: "pdf",
    threads: options.workers ?? Math.min(2, availableParallelism()),
    waitingMax,
    waitMsMax: options.waitMsMax,
    deadlineMs,
    // A page that nobody waits for any more is finished: a new thread would take longer than most pages.
    stopWithinMs: deadlineMs,
    heapMb: options.memoryMb ?? 512,
    idleMs: idleThreadMs,
    silent: true,
  });
  // The next page of the same document is cheapest where the document is open.
  const ask: typeof pool.ask = (question, task, { signal } = {}) =>
    pool.ask(question, task, { signal, place: task.file }).catch((error: unknown) => {
      throw signal?.aborted === true ? error : new PdfRefused(error);
    });
  return {
    get waiting() {
      return pool.waiting;
    },
    overview: (file, signal) => ask("overview", { file }, { signal }),
    lines: (file, pageNumber, signal) => ask("lines", { file, pageNumber }, { signal }),
    text: (file, pageNumber, signal) => ask("text", { file, pageNumber }, { signal }),
    image: (file, pageNumber, signal) => ask("image", { file, pageNumber }, { signal }),
    close: () => pool.close(),
  };
}
