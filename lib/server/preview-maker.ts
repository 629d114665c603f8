import { idleThreadMs, WorkerPool } from "../workers/pool.ts";
import type { PagePreviews } from "./page-previews.ts";

export type PreviewWork = { preview: { task: Uint8Array; answer: Uint8Array } };

/** About 1,400 pages; whatever is needed again is made in a few hundredths of a second. */
const keptBytesMax = 32 * 1024 * 1024;

/** Makes previews in a thread that is started when one is first asked for, and keeps those used last in memory. */
export function openPreviewMaker({ bytesMax = keptBytesMax } = {}): PagePreviews {
  const pool = new WorkerPool<PreviewWork>({
    worker: new URL("./preview-worker.ts", import.meta.url),
    name: "previews",
    threads: 1,
    waitingMax: 100,
    deadlineMs: 5_000,
    heapMb: 128,
    idleMs: idleThreadMs,
    silent: true,
  });
  const kept = new Map<string, Uint8Array>();
  const making = new Map<string, Promise<Uint8Array>>();
  let keptBytes = 0;

  function keep(sha256: string, preview: Uint8Array): void {
    kept.set(sha256, preview);
    keptBytes += preview.byteLength;
    for (const [oldest, { byteLength }] of kept) {
      if (keptBytes <= bytesMax) return;
      kept.delete(oldest);
      keptBytes -= byteLength;
    }
  }

  async function make(sha256: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    try {
      const preview = await pool.ask("preview", await read());
      keep(sha256, preview);
      return preview;
    } finally {
      making.delete(sha256);
    }
  }

  return {
    of(sha256, read) {
      const known = kept.get(sha256);
      if (known !== undefined) {
        // Used last, so it goes last.
        kept.delete(sha256);
        kept.set(sha256, known);
        return Promise.resolve(known);
      }
      const started = making.get(sha256) ?? make(sha256, read);
      making.set(sha256, started);
      return started;
    },
    close: () => pool.close(),
  };
}
