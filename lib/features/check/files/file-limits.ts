import type { ArchiveLimits } from "../../../kit/archives/archive.ts";
/** A larger file holds pictures, which nothing here reads. */
export const fileBytesMax = 12 * 1_048_576;

export const officeLimits: ArchiveLimits = {
  entriesMax: 5_000,
  packedBytesMax: fileBytesMax,
  unpackedBytesMax: 120 * 1_048_576,
  ratioMax: 200,
  entryBytesMax: 40 * 1_048_576,
};
