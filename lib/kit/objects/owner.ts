import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BlobPlace, nameOf, type S3Place } from "./place.ts";
import { openS3Objects } from "./s3-objects.ts";

/** In the data folder, and in a backup with the secrets. */
export const ownerFileName = "blobs-owner";
const webOwnerFileName = "web-blobs-owner";

/** The two programs may use one place: they keep their files under other names, and each marks it for itself. */
const marks = { service: "owner", web: "web-owner" } as const;

export interface Claim {
  readonly program: keyof typeof marks;
  /** On this machine. */
  readonly dataFolder: string;
  /** Of the installation, where a database has it; otherwise the data folder keeps one. */
  readonly mark?: string | undefined;
  /** True if files of this installation exist, so that a place without its mark is another one. */
  readonly isKnown?: boolean | undefined;
}

/**
 * A service removes the files that its own documents do not refer to. Two of them on one place would remove each
 * other's, so the first one to use a place outside its data folder marks it, and others are refused. Processes of one
 * database share its mark.
 */
export async function claimPlace(place: BlobPlace, claim: Claim): Promise<void> {
  const { program, dataFolder, mark, isKnown = false } = claim;
  const own = mark ?? readOrCreate(dataFolder, program);
  const at = placeAt(place);
  let found = await at.read(marks[program]);
  if (found === undefined && !isKnown) {
    await at.writeOnce(marks[program], own);
    found = await at.read(marks[program]);
  }
  at.close();
  const name = nameOf(place);
  if (found === undefined) {
    throw new Error(
      `${name} does not hold the files of this installation: all processes of one database need the same place.`,
    );
  }
  if (found === own) return;
  throw new Error(
    `${name} holds the files of another installation, or ${join(dataFolder, ownerFileNameOf(program))} was lost: give each installation a place of its own, or remove '${marks[program]}' there if this is now the only one.`,
  );
}

/** The same files under another mark: the house that they belong to was moved and is left. */
export async function replaceMark(place: BlobPlace, claim: Claim): Promise<void> {
  const at = placeAt(place);
  await at.remove(marks[claim.program]);
  at.close();
  await claimPlace(place, claim);
}

/** Made where there is none yet. */
export function ownMark(dataFolder: string, program: keyof typeof marks): string {
  return readOrCreate(dataFolder, program);
}

/** The folder takes over the files that are marked so. */
export function writeMark(dataFolder: string, program: keyof typeof marks, mark: string): void {
  writeFileSync(join(dataFolder, ownerFileNameOf(program)), mark, { mode: 0o600, flush: true });
}

const ownerFileNameOf = (program: keyof typeof marks) => (program === "web" ? webOwnerFileName : ownerFileName);

interface PlaceAt {
  read(name: string): Promise<string | undefined>;
  writeOnce(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  close(): void;
}

function readOrCreate(dataFolder: string, program: keyof typeof marks): string {
  const file = join(/* turbopackIgnore: true */ dataFolder, ownerFileNameOf(program));
  writeOnce(file, randomBytes(16).toString("hex"));
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8");
}

function placeAt(place: BlobPlace): PlaceAt {
  return place.kind === "folder" ? folderAt(place.folder) : bucketAt(place);
}

function folderAt(folder: string): PlaceAt {
  const fileOf = (name: string) => join(/* turbopackIgnore: true */ folder, name);
  return {
    async read(name) {
      return existsSync(fileOf(name)) ? readFileSync(fileOf(name), "utf8") : undefined;
    },
    async writeOnce(name, text) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeOnce(fileOf(name), text);
    },
    remove: async (name) => rmSync(fileOf(name), { force: true }),
    close: () => undefined,
  };
}

function bucketAt(place: S3Place): PlaceAt {
  const objects = openS3Objects(place);
  return {
    read: async (name) => (await objects.read(name, { start: 0, byteCount: 100 }))?.bytes.toString("utf8"),
    async writeOnce(name, text) {
      const bytes = Buffer.from(text);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await objects.put(name, bytes, { sha256, byteSize: bytes.length });
    },
    remove: (name) => objects.remove(name),
    close: () => objects.close(),
  };
}

function writeOnce(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
