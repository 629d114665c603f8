import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeHashed } from "./hashed-files.ts";
import { type BlobPlace, defaultPlace, nameOf } from "./place.ts";
import { openS3Objects } from "./s3-objects.ts";

/** In the data folder, and in a backup with the secrets. */
export const ownerFileName = "blobs-owner";
const markName = "owner";

/**
 * A service removes the files that its own documents do not refer to. Two of them on one place would remove each
 * other's, so the first one to use a place outside its data folder marks it, and others are refused. Processes of one
 * database share its mark.
 */
export async function claimPlace(place: BlobPlace, dataFolder: string, mark?: string): Promise<void> {
  const name = nameOf(place);
  if (name === nameOf(defaultPlace(dataFolder))) return;
  const own = mark ?? readOrCreate(dataFolder);
  const found = place.kind === "folder" ? markFolder(place.folder, own) : await markBucket(place, dataFolder, own);
  if (found === own) return;
  throw new Error(
    `${name} holds the files of another installation, or ${join(dataFolder, ownerFileName)} was lost: give each installation a place of its own, or remove '${markName}' there if this is now the only one.`,
  );
}

function readOrCreate(dataFolder: string): string {
  const file = join(dataFolder, ownerFileName);
  writeOnce(file, randomBytes(16).toString("hex"));
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8");
}

function markFolder(folder: string, own: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeOnce(join(folder, markName), own);
  return readFileSync(join(folder, markName), "utf8");
}

async function markBucket(
  place: Extract<BlobPlace, { kind: "s3" }>,
  dataFolder: string,
  own: string,
): Promise<string | undefined> {
  const objects = openS3Objects(place);
  const file = join(dataFolder, `${ownerFileName}.tmp`);
  try {
    const found = await objects.read(markName, { start: 0, byteCount: 100 });
    if (found !== undefined) return found.bytes.toString("utf8");
    rmSync(file, { force: true });
    const { blob: sha256, byteSize } = await writeHashed(file, [Buffer.from(own)]);
    await objects.put(markName, file, { sha256, byteSize });
    return (await objects.read(markName, { start: 0, byteCount: 100 }))?.bytes.toString("utf8");
  } finally {
    rmSync(file, { force: true });
    objects.close();
  }
}

function writeOnce(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
