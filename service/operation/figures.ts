import { readdirSync, statSync, type Stats } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Store } from "../storage/open-store.ts";
import type { ManagedBlobs } from "../storage/ports.ts";

/** Sizes of everything that grows, read when the metrics are requested: each bound of the service has a metric. */
export interface Figures {
  /** By file name. */
  storeBytes(): Readonly<Record<string, number>>;
  diskFreeBytes(): Promise<number>;
  madeFilesBytes(): Promise<number>;
  keptAnswers(): number;
  searchesWaiting(): number;
  pdfPagesWaiting(): number;
  connections(): Promise<number>;
  logWaitingCharacters(): number;
}

export function createFigures(parts: {
  readonly store: Store;
  readonly blobs: ManagedBlobs;
  readonly search: { readonly waiting: number };
  readonly pdf: { readonly waiting: number };
  readonly server: { connections(): Promise<number> };
  readonly log: { readonly waitingCharacters: number };
}): Figures {
  const { store, blobs, search, pdf, server, log } = parts;
  const folder = dirname(store.file);
  // Rows are added at the end and purged from the beginning, so their number follows from the ids.
  const kept = store.db
    .prepare<[], number>("SELECT coalesce(max(id) - min(id) + 1, 0) FROM idempotent_responses")
    .pluck();
  return {
    storeBytes() {
      const files = readdirSync(folder).filter((name) => /^service\.db(?:-wal)?$/.test(name));
      return Object.fromEntries(files.map((name) => [name, sizeOf(join(folder, name))]));
    },
    async diskFreeBytes() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    madeFilesBytes: () => blobs.madeBytes(),
    keptAnswers: () => kept.get() ?? 0,
    searchesWaiting: () => search.waiting,
    pdfPagesWaiting: () => pdf.waiting,
    connections: () => server.connections(),
    logWaitingCharacters: () => log.waitingCharacters,
  };
}

function sizeOf(path: string): number {
  const found: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return found?.size ?? 0;
}
