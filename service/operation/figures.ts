import { diskOf } from "../../lib/kit/process/disk.ts";
import type { Market } from "../domain/market/market.ts";
import type { EngineState } from "../search/outside.ts";
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
  /** Undefined where the index is in the store. */
  searchEngine(): Promise<EngineState | undefined>;
  /** Undefined where nothing follows EDINET. */
  market(): Promise<Market | undefined>;
  pdfPagesWaiting(): number;
  connections(): Promise<number>;
  logWaitingCharacters(): number;
}

export function createFigures(parts: {
  readonly dataFolder: string;
  readonly sizes: StoreSizes;
  readonly blobs: ManagedBlobs;
  readonly search: { readonly waiting: number };
  readonly engine: { state(): Promise<EngineState> } | undefined;
  readonly market: () => Promise<Market | undefined>;
  readonly pdf: { readonly waiting: number };
  readonly server: { connections(): Promise<number> };
  readonly log: { readonly waitingCharacters: number };
}): Figures {
  const { dataFolder, sizes, blobs, search, engine, market, pdf, server, log } = parts;
  return {
    storeBytes: () => sizes.bytes(),
    diskFreeBytes: async () => (await diskOf(dataFolder)).free_bytes,
    madeFilesBytes: () => blobs.madeBytes(),
    keptAnswers: () => sizes.keptAnswers(),
    searchesWaiting: () => search.waiting,
    searchEngine: async () => engine?.state(),
    market,
    pdfPagesWaiting: () => pdf.waiting,
    connections: () => server.connections(),
    logWaitingCharacters: () => log.waitingCharacters,
  };
}
