import type { AnnouncedSizes } from "../ports.ts";
import type { PurchaseKind } from "../wire.ts";

/**
 * How long a paid answer may be. Without a bound a faulty service fills the disk for one credit; with too small a one
 * something that was paid for is cut. So each is many times what the thing can honestly need.
 */
const mebi = 1024 * 1024;

/** One page as a JPEG: an A3 spread at 300 dpi and the best quality stays below 20 MiB. */
const pageBytesMax = 32 * mebi;
/** A character is 12 bytes at most in JSON, stands there twice, and may carry the markup of a table around it. */
const bytesPerCharacter = 100;
const textBytesBase = 4 * mebi;
/** The longest filings have two million characters. */
const textBytesMax = 64 * mebi;
/** A file of unknown size: the largest archives of filings have some tens of MiB. */
const originalBytesMax = 256 * mebi;
/** A listed size is believed, twice over, up to here. */
const originalBytesMost = 1024 * mebi;
const originalBytesBase = 16 * mebi;
/** At most a hundred hits with their snippets. */
const listBytesMax = 16 * mebi;

export function bodyBytesMax(kind: PurchaseKind, told: AnnouncedSizes): number {
  switch (kind) {
    case "pages":
      return pageBytesMax;
    case "content":
    case "sections":
      if (told.characters === null) return textBytesMax;
      return Math.min(textBytesMax, textBytesBase + told.characters * bytesPerCharacter);
    case "original":
      if (told.byteSize === null) return originalBytesMax;
      return Math.min(originalBytesMost, originalBytesBase + told.byteSize * 2);
    case "search_documents":
    case "search_news":
    case "list_news":
      return listBytesMax;
  }
}
