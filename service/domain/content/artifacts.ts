import { shareWork } from "../../../lib/kit/workers/share-work.ts";
import type { Artifacts, BlobStore, FileRecords, StoredBlob } from "../../storage/ports.ts";

/** Generates an original when it is first requested. The same recipe must always give the same bytes. */
export type OriginalMaker = (
  recipe: unknown,
  documentId: string,
  signal: AbortSignal,
) => Promise<AsyncIterable<Uint8Array> | Uint8Array>;

export type PageDrawer = (file: string, pageNumber: number, signal: AbortSignal) => Promise<Uint8Array>;

/** Decodes an untrusted image and encodes it anew, small enough to be delivered within an answer. */
export type FigureMaker = (file: string, signal: AbortSignal) => Promise<Uint8Array>;

export interface ArtifactsDeps {
  readonly blobs: BlobStore;
  readonly records: FileRecords;
  readonly makers: Readonly<Record<string, OriginalMaker>>;
  readonly drawPage: PageDrawer;
  readonly makeFigure: FigureMaker;
}

/**
 * Page images, figures and originals, generated when first requested and cached while there is space. Further requests during
 * generation wait for the same work, which stops when no request waits any more.
 */
export function createArtifacts({ blobs, records, makers, drawPage, makeFigure }: ArtifactsDeps): Artifacts {
  const share = shareWork<StoredBlob>();

  async function stillThere(stored: StoredBlob | undefined): Promise<StoredBlob | undefined> {
    return stored !== undefined && (await blobs.has(stored.blob)) ? stored : undefined;
  }

  function original(documentId: string, originalId: string, signal: AbortSignal): Promise<StoredBlob> {
    return share(`original ${documentId} ${originalId}`, signal, async (shared) => {
      const source = await records.findSource(documentId, originalId);
      const stored = await stillThere(source?.stored);
      if (stored !== undefined) return stored;
      if (source?.maker === undefined)
        throw new Error(`The file of ${documentId} ${originalId} is missing or damaged.`);
      const make = Object.hasOwn(makers, source.maker.name) ? makers[source.maker.name] : undefined;
      if (make === undefined) throw new Error(`Nothing makes '${source.maker.name}'.`);
      const bytes = await make(source.maker.recipe, documentId, shared);
      const made = await blobs.put(bytes instanceof Uint8Array ? [bytes] : bytes, "made");
      await records.recordOriginal(documentId, originalId, made);
      return made;
    });
  }

  function pageImage(documentId: string, pageNumber: number, signal: AbortSignal): Promise<StoredBlob> {
    return share(`page ${documentId} ${pageNumber}`, signal, async (shared) => {
      const known = await stillThere(await records.findPageFile(documentId, pageNumber));
      if (known !== undefined) return known;
      const originalId = await records.findPageSource(documentId);
      if (originalId === undefined) throw new Error(`${documentId} has pages and no PDF to draw them from.`);
      const pdf = await original(documentId, originalId, shared);
      const jpeg = await blobs.borrow(pdf.blob, (file) => drawPage(file, pageNumber, shared));
      const made = await blobs.put([jpeg], "made");
      await records.recordPageFile(documentId, pageNumber, made);
      return made;
    });
  }

  function figure(documentId: string, name: string, signal: AbortSignal): Promise<StoredBlob> {
    return share(`figure ${documentId} ${name}`, signal, async (shared) => {
      const known = await records.findFigure(documentId, name);
      if (known === undefined) throw new Error(`${documentId} has no image '${name}'.`);
      const stored = await stillThere(known.made);
      if (stored !== undefined) return stored;
      const image = await blobs.borrow(known.filed, (file) => makeFigure(file, shared));
      const made = await blobs.put([image], "made");
      await records.recordFigure(documentId, name, made);
      return made;
    });
  }

  return { original, pageImage, figure };
}
