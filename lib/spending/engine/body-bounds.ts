import type { AnnouncedSizes } from "../ports.ts";
import type { PurchaseKind } from "../wire.ts";

/**
 * The size limits of paid answers. Without a limit a faulty service could fill the disk for one credit; with too small
 * a one something paid for would be cut. Each is therefore many times what a correct answer needs.
 */
const mebi = 1024 * 1024;

/** One page as a JPEG: an A3 spread at 300 dpi and the best quality stays below 20 MiB. */
const pageBytesMax = 32 * mebi;
/** A character takes at most 12 bytes in JSON, appears twice in an answer, and may be surrounded by table markup. */
const bytesPerCharacter = 100;
/** Beside the text there may be figures: our own service sends 8 MB of them at most. */
const textBytesBase = 16 * mebi;
/** The longest filings have two million characters. */
const textBytesMax = 64 * mebi;
/** A file of unknown size: the largest archives of filings have some tens of MiB. */
const originalBytesMax = 256 * mebi;
/** For a listed size the limit is twice that size, up to this maximum. */
const originalBytesMost = 1024 * mebi;
const originalBytesBase = 16 * mebi;
/** At most a hundred hits with their snippets. */
const listBytesMax = 16 * mebi;

export function bodyBytesMax(kind: PurchaseKind, announced: AnnouncedSizes): number {
  switch (kind) {
    case "pages":
      return pageBytesMax;
    case "content":
    case "sections":
      if (announced.characters === null) return textBytesMax;
      return Math.min(textBytesMax, textBytesBase + announced.characters * bytesPerCharacter);
    case "original":
      if (announced.byteSize === null) return originalBytesMax;
      return Math.min(originalBytesMost, originalBytesBase + announced.byteSize * 2);
    case "search_documents":
    case "search_news":
    case "list_news":
      return listBytesMax;
  }
}
