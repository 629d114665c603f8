import { type ArchiveLimits, openArchive } from "../../../kit/archives/archive.ts";
import { decodeXml } from "../../../kit/archives/parse-xml.ts";
import { Refusal } from "../../../kit/archives/refusal.ts";
import { fileBytesMax } from "./file-limits.ts";

export const officeLimits: ArchiveLimits = {
  entriesMax: 5_000,
  packedBytesMax: fileBytesMax,
  unpackedBytesMax: 120 * 1_048_576,
  ratioMax: 200,
  entryBytesMax: 40 * 1_048_576,
};

/** The wanted parts of an office file, checked as packages from outside are; an absent one is undefined. */
export async function officeParts(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const archive = await openArchive(Buffer.from(bytes), officeLimits);
  try {
    if (!archive.has("[Content_Types].xml")) throw new Refusal("unknown_layout", "This is not an office file.");
    const parts = new Map<string, string>();
    for (const { path } of archive.entries) if (isWanted(path)) parts.set(path, decodeXml(await archive.read(path)));
    return parts;
  } finally {
    archive.close();
  }
}
