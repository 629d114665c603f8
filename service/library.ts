import { join } from "node:path";
import { type BlobPlace, defaultPlace } from "../lib/kit/objects/place.ts";
import type { BucketObserver } from "../lib/kit/objects/s3-objects.ts";
import { createArtifacts, type OriginalMaker } from "./domain/content/artifacts.ts";
import { countStored, type FigureCounter } from "./domain/content/count-stored.ts";
import { createPublisher, type Publisher } from "./domain/publishing/index.ts";
import { createFigureMaker } from "./images/index.ts";
import { createPdfRenderer } from "./pdf/index.ts";
import { createQuoteFinder, type QuoteFinder } from "./quotes/index.ts";
import type { SearchWriter } from "./search/port.ts";
import { openBlobs } from "./storage/blobs/open-blobs.ts";
import { createBlobProbe } from "./storage/blobs/probe.ts";
import type { Artifacts, Catalog, ManagedBlobs, StoreProbe } from "./storage/ports.ts";
import type { Store } from "./storage/store.ts";

/** The disclosures of one installation: reading, delivery and publication. */
export interface Library {
  readonly catalog: Catalog;
  readonly blobs: ManagedBlobs;
  readonly artifacts: Artifacts;
  readonly publisher: Publisher;
  readonly quoteFinder: QuoteFinder;
  /** Pages that wait to be drawn. */
  readonly pdf: { readonly waiting: number };
  readonly probe: StoreProbe;
  /** Counts figures that were not counted when their package was taken in. */
  countFigures(count: FigureCounter, ending: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

export interface LibraryOptions {
  readonly dataFolder: string;
  /** The data folder unless given. */
  readonly place?: BlobPlace | undefined;
  readonly observeBucket?: BucketObserver | undefined;
  readonly madeBytesMax: number;
  /** The makers by the names used in originals. */
  readonly makers: Readonly<Record<string, OriginalMaker>>;
  /** A search index that replaces the store's own. */
  readonly searchWriter?: SearchWriter | undefined;
}

/** A page that would wait longer is refused at once: its reader has a deadline too. */
const waitMsMax = 20_000;

export function openLibrary(store: Store, options: LibraryOptions): Library {
  const { catalog, writer, searchWriter, files, references, newestFiles } = store.library();
  const place = options.place ?? defaultPlace(options.dataFolder);
  const blobs = openBlobs(place, {
    spoolFolder: join(options.dataFolder, "blobs"),
    observe: options.observeBucket,
    madeBytesMax: options.madeBytesMax,
    pins: store.pins,
    references,
  });
  const renderer = createPdfRenderer({ waitMsMax });
  const figures = createFigureMaker();
  const quoteFinder = createQuoteFinder();
  return {
    catalog,
    blobs,
    artifacts: createArtifacts({
      blobs,
      records: files,
      makers: options.makers,
      drawPage: async (file, pageNumber, signal) => (await renderer.image(file, pageNumber, signal)).jpeg,
      makeFigure: (file, signal) => figures.make(file, signal),
    }),
    publisher: createPublisher({
      catalog: writer,
      search: options.searchWriter ?? searchWriter,
    }),
    quoteFinder,
    pdf: renderer,
    probe: createBlobProbe(place, newestFiles),
    countFigures: (count, ending) => countStored({ blobs, records: files }, count, ending),
    async close() {
      await Promise.all([renderer.close(), figures.close(), quoteFinder.close()]);
      await blobs.close();
    },
  };
}
