import { randomBytes } from "node:crypto";
import { mkdir, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BlobPlace } from "../../../lib/kit/objects/place.ts";
import { openS3Objects } from "../../../lib/kit/objects/s3-objects.ts";
import type { StoreProbe } from "../ports.ts";

interface Trial {
  write(): Promise<void>;
  canRead(blob: string): Promise<boolean>;
}

/**
 * Writes a file where new blobs are written, and reads stored ones. A single lost file is reported by the full check
 * and does not make the service unready; a place of which none of several files can be read is unavailable.
 */
export function createBlobProbe(place: BlobPlace, someKept: () => Promise<readonly string[]>): StoreProbe {
  const trial = place.kind === "folder" ? tryFolder(place.folder) : tryBucket(place);
  return {
    async check() {
      const [blobs_write, blobs_read] = await Promise.all([
        answer(() => trial.write()),
        answer(async () => readOne(trial, await someKept())),
      ]);
      return { blobs_write, blobs_read };
    },
  };
}

async function answer(work: () => Promise<void>): Promise<string> {
  try {
    await work();
    return "ok";
  } catch {
    return "failed";
  }
}

async function readOne(trial: Trial, blobs: readonly string[]): Promise<void> {
  if (blobs.length === 0) return;
  for (const blob of blobs) if (await trial.canRead(blob)) return;
  throw new Error("None of the kept blobs can be read.");
}

function tryFolder(folder: string): Trial {
  return {
    async write() {
      const incoming = join(folder, "incoming");
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const file = join(incoming, `probe-${randomBytes(8).toString("hex")}`);
      try {
        await writeFile(file, "probe", { mode: 0o600, flag: "wx" });
      } finally {
        await rm(file, { force: true });
      }
    },
    async canRead(blob) {
      try {
        const file = await open(join(folder, "kept", blob.slice(0, 2), blob), "r");
        try {
          return (await file.read(Buffer.alloc(1), 0, 1, 0)).bytesRead === 1;
        } finally {
          await file.close();
        }
      } catch {
        return false;
      }
    },
  };
}

/** Readiness is asked every few seconds: one attempt, no retries. The object is written over, and stays. */
function tryBucket(place: Extract<BlobPlace, { kind: "s3" }>): Trial {
  const objects = openS3Objects(place, { deadlineMs: 1_500, attemptsMax: 1 });
  return {
    write: () => objects.touch("probe"),
    async canRead(blob) {
      const found = await objects.read(`kept/${blob.slice(0, 2)}/${blob}`, { start: 0, byteCount: 1 });
      return found?.bytes.length === 1;
    },
  };
}
