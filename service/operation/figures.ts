import { statfs } from "node:fs/promises";
import type { ManagedBlobs } from "../storage/ports.ts";
import type { StoreSizes } from "../storage/store.ts";

/** Sizes of everything that grows, read when the metrics are requested: each bound of the service has a metric. */
export interface Figures {
  /** By file, or by part of a database. */
  storeBytes(): Promise<Readonly<Record<string, number>>>;
  diskFreeBytes(): Promise<number>;
  madeFilesBytes(): Promise<number>;
  keptAnswers(): Promise<number>;
  searchesWaiting(): number;
  pdfPagesWaiting(): number;
  connections(): Promise<number>;
  logWaitingCharacters(): number;
}

export function createFigures(parts: {
  readonly dataFolder: string;
  readonly sizes: StoreSizes;
  readonly blobs: ManagedBlobs;
  readonly search: { readonly waiting: number };
  readonly pdf: { readonly waiting: number };
  readonly server: { connections(): Promise<number> };
  readonly log: { readonly waitingCharacters: number };
}): Figures {
  const { dataFolder, sizes, blobs, search, pdf, server, log } = parts;
  return {
    storeBytes: () => sizes.bytes(),
    async diskFreeBytes() {
      const { bavail, bsize } = await statfs(dataFolder);
      return bavail * bsize;
    },
    madeFilesBytes: () => blobs.madeBytes(),
    keptAnswers: () => sizes.keptAnswers(),
    searchesWaiting: () => search.waiting,
    pdfPagesWaiting: () => pdf.waiting,
    connections: () => server.connections(),
    logWaitingCharacters: () => log.waitingCharacters,
  };
}
