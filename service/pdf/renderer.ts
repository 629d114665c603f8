import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { PdfAnswers, PdfOverview, PdfImage, PdfLine, PdfQuestion, PdfReply, PdfRequest } from "./protocol.ts";

/** A file that is no readable PDF, or that took more than it may: the reason in a sentence. */
export class PdfRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "PdfRefused";
  }
}

/** Reads and draws PDFs off the event loop. Each question has a deadline and each worker a cap of memory. */
export interface PdfRenderer {
  /** Page sizes and outline, without drawing anything. */
  overview(file: string, signal?: AbortSignal): Promise<PdfOverview>;
  /** The text of one page, line by line. */
  lines(file: string, pageNumber: number, signal?: AbortSignal): Promise<readonly PdfLine[]>;
  /** One page as a JPEG of about 150 dpi. */
  image(file: string, pageNumber: number, signal?: AbortSignal): Promise<PdfImage>;
  close(): Promise<void>;
}

export interface PdfRendererOptions {
  readonly workers?: number;
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
}

interface Job {
  readonly question: PdfQuestion;
  readonly file: string;
  readonly pageNumber: number;
  readonly signal: AbortSignal | undefined;
  resolve(answer: PdfAnswers[PdfQuestion]): void;
  reject(error: Error): void;
}

interface WorkerSlot {
  worker: Worker | undefined;
  /** The file its worker has open: the next page of the same document is cheapest there. */
  file: string | undefined;
  busy: boolean;
}

export function createPdfRenderer(options: PdfRendererOptions = {}): PdfRenderer {
  const deadlineMs = options.deadlineMs ?? 30_000;
  const memoryMb = options.memoryMb ?? 512;
  const slots: WorkerSlot[] = Array.from({ length: options.workers ?? Math.min(2, availableParallelism()) }, () => ({
    worker: undefined,
    file: undefined,
    busy: false,
  }));
  const queue: Job[] = [];
  let nextId = 1;
  let closed = false;

  function ask<Q extends PdfQuestion>(question: Q, file: string, pageNumber: number, signal?: AbortSignal) {
    return new Promise<PdfAnswers[Q]>((resolve, reject) => {
      if (closed) return reject(new PdfRefused("the renderer is closed"));
      if (signal?.aborted) return reject(abortReason(signal));
      queue.push({
        question,
        file,
        pageNumber,
        signal,
        resolve: (answer) => resolve(answer as PdfAnswers[Q]),
        reject,
      });
      startWaiting();
    });
  }

  function startWaiting(): void {
    for (const slot of slots.filter(({ busy }) => !busy)) {
      const same = queue.findIndex((job) => job.file === slot.file);
      const [job] = queue.splice(same < 0 ? 0 : same, 1);
      if (job === undefined) return;
      void run(slot, job).finally(startWaiting);
    }
  }

  async function run(slot: WorkerSlot, job: Job): Promise<void> {
    slot.busy = true;
    try {
      job.resolve(await answerOf(slot, job));
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      slot.busy = false;
    }
  }

  function answerOf(slot: WorkerSlot, job: Job): Promise<PdfAnswers[PdfQuestion]> {
    if (job.signal?.aborted) return Promise.reject(abortReason(job.signal));
    slot.worker ??= new Worker(new URL("./pdf-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      stdout: true,
      stderr: true,
    });
    const { worker } = slot;
    const id = nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => discard(new PdfRefused(`the PDF took more than ${deadlineMs} ms`)), deadlineMs);
      const onAbort = () => discard(abortReason(job.signal));
      const onMessage = (reply: PdfReply) => {
        if (reply.id !== id) return;
        settle();
        slot.file = job.file;
        if ("answer" in reply) resolve(reply.answer);
        else reject(new PdfRefused(reply.refusal));
      };
      const onEnd = (cause: unknown) =>
        discard(
          new PdfRefused(`the PDF stopped its worker (${cause instanceof Error ? cause.message : String(cause)})`),
        );
      function settle(): void {
        clearTimeout(timer);
        job.signal?.removeEventListener("abort", onAbort);
        worker.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
        worker.unref();
      }
      /** A worker that failed, hangs or is no longer wanted is thrown away with whatever it was doing. */
      function discard(error: Error): void {
        settle();
        if (slot.worker === worker) slot.worker = undefined;
        slot.file = undefined;
        worker.on("error", () => {});
        worker.terminate().then(
          () => reject(error),
          () => reject(error),
        );
      }
      worker.on("message", onMessage).on("error", onEnd).on("exit", onEnd);
      job.signal?.addEventListener("abort", onAbort, { once: true });
      worker.ref();
      const request: PdfRequest = { id, question: job.question, file: job.file, pageNumber: job.pageNumber };
      worker.postMessage(request);
    });
  }

  return {
    overview: (file, signal) => ask("overview", file, 0, signal),
    lines: (file, pageNumber, signal) => ask("lines", file, pageNumber, signal),
    image: (file, pageNumber, signal) => ask("image", file, pageNumber, signal),
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.reject(new PdfRefused("the renderer is closed"));
      await Promise.all(slots.map(({ worker }) => worker?.terminate()));
    },
  };
}

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException("aborted", "AbortError");
}
