import { parentPort } from "node:worker_threads";
import { readPackage } from "../package/read-package.ts";
import { Refusal } from "../refusal.ts";
import type { ReadReply, ReadRequest } from "./read-pool.ts";

// A package is read where it can be stopped: its own heap, no access to the store.
parentPort?.on("message", async (request: ReadRequest) => {
  parentPort?.postMessage(await answer(request));
});

async function answer(request: ReadRequest): Promise<ReadReply> {
  try {
    return { drafts: await readPackage(request.file) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { reason: error.reason, message: error.message } };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
