import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { SearchReader } from "../sqlite/reader.ts";
import type { WorkerReply, WorkerRequest, WorkerSettings } from "./messages.ts";

/** One thread that searches, on its own read-only connection. A query asks between its steps whether to go on. */
class Stopped extends Error {}

function serve(settings: WorkerSettings): void {
  const db = openDatabase(settings.file, { readonly: true });
  const reader = new SearchReader(db, settings.cacheBytes);
  const stop = new Int32Array(settings.stop);
  parentPort?.on("message", (request: WorkerRequest) => {
    parentPort?.postMessage(replyTo(reader, request, stop));
  });
}

function replyTo(reader: SearchReader, request: WorkerRequest, stop: Int32Array): WorkerReply {
  const step = () => {
    if (Atomics.load(stop, 0) === request.id) throw new Stopped();
  };
  try {
    const answer =
      request.name === "documents" && "latestOnly" in request.query
        ? reader.searchDocuments(request.query, step)
        : reader.searchNews(request.query, step);
    return { id: request.id, answer };
  } catch (error) {
    if (error instanceof Stopped) return { id: request.id, stopped: true };
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { id: request.id, error: { message, stack } };
  }
}

serve(workerData);
