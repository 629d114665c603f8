import { idleThreadMs, WorkerPool } from "../kit/workers/pool.ts";
import { shareWork } from "../kit/workers/share-work.ts";

/** Small images of pages, which a slow line shows before the full ones. */
export interface PagePreviews {
  /** The bytes are read only where it isn't cached. Undefined where the image can't be decoded. */
  of(sha256: string, read: () => Promise<Uint8Array>, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

export type PreviewWork = { preview: { task: Uint8Array; answer: Uint8Array | null } };

/** About 1,400 pages; whatever is needed again is made in a few hundredths of a second. */
const keptBytesMax = 32 * 1024 * 1024;

const deadlineMs = 5_000;
/** The full image comes sooner than a preview that has waited for longer. */
const waitMsMax = 5_000;
const never = new AbortController().signal;

/** Makes previews in a thread that is started when one is first asked for, and keeps those used last in memory. */
export function openPreviewMaker({ bytesMax = keptBytesMax } = {}): PagePreviews {
  const pool = new WorkerPool<PreviewWork>({
    worker: new URL("./preview-worker.ts", import.meta.url),
    name: "previews",
    threads: 1,
    waitingMax: 100,
    waitMsMax,
    deadlineMs,
    // Less than a new thread takes.
    stopWithinMs: deadlineMs,
    heapMb: 128,
    idleMs: idleThreadMs,
    silent: true,
  });
  const kept = new Map<string, Uint8Array>();
  const share = shareWork<Uint8Array | undefined>();
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

  return {
    async of(sha256, read, signal = never) {
      const known = kept.get(sha256);
      if (known !== undefined) {
        // Used last, so it goes last.
        kept.delete(sha256);
        kept.set(sha256, known);
        return known;
      }
      return share(sha256, signal, async (shared) => {
        const preview = await pool.ask("preview", await read(), { signal: shared });
        if (preview !== null) keep(sha256, preview);
        return preview ?? undefined;
      });
    },
    close: () => pool.close(),
  };
}
