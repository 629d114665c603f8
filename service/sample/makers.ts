import { Worker } from "node:worker_threads";
import type { OriginalMaker } from "../domain/content/artifacts.ts";

/**
 * Originals of the sample market, generated when first requested. Laying out 300 pages takes seconds of processor time,
 * so each is generated in its own thread.
 */
export const sampleMakers: Readonly<Record<string, OriginalMaker>> = {
  "sample-pdf": (recipe, documentId, signal) => make("pdf", recipe, documentId, signal),
  "sample-zip": (recipe, documentId, signal) => make("zip", recipe, documentId, signal),
};

function make(what: "pdf" | "zip", recipe: unknown, documentId: string, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./maker-worker.ts", import.meta.url), {
      workerData: { what, recipe, documentId },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const stop = () => {
      void worker.terminate();
      reject(signal.reason instanceof Error ? signal.reason : new DOMException("aborted", "AbortError"));
    };
    signal.addEventListener("abort", stop, { once: true });
    worker.once("message", (bytes: Uint8Array) => {
      signal.removeEventListener("abort", stop);
      resolve(bytes);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => {
      signal.removeEventListener("abort", stop);
      reject(new Error(`the sample's ${what} was not made (exit code ${code})`));
    });
  });
}
