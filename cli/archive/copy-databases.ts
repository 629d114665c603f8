import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { snapshot } from "../../lib/kit/sqlite/copies.ts";
import { settleCopy as settleWeb } from "../../lib/store/sqlite/settle-copy.ts";
import { settleCopy as settleService } from "../../service/storage/sqlite/settle-copy.ts";
import { faultOf } from "./faults.ts";
import { type FoundFile, hashOf } from "./hashed-files.ts";
import { filesOf, type Places } from "./hashed-objects.ts";
import { type Half, halves } from "./layout.ts";
import { type VerifiedDatabases, verifyDatabases } from "./verify-databases.ts";

interface CopyOptions extends Places {
  readonly dataFolder: string;
  /** Hashes each file now, so that a damaged one can be left out. */
  readonly salvage: boolean;
}

export interface Copies {
  readonly verified: VerifiedDatabases;
  /** All existing files that the copies refer to. */
  readonly files: readonly FoundFile[];
  readonly problems: readonly string[];
}

/** A busy service may remove a file while it replaces a document; then everything is copied again. */
const attemptsMax = 3;

/**
 * Copies the web app's database first: everything bought in it is then charged in the service's copy, so that a
 * repeated request after a restore is recognised. Files come last; they are named by their hash and never change.
 */
export async function copyDatabases(options: CopyOptions, work: string): Promise<Copies> {
  const { dataFolder } = options;
  const present = halves.filter((half) => existsSync(join(dataFolder, half.database)));
  for (let attempt = 1; ; attempt++) {
    for (const half of present) await copyDatabase(half, join(dataFolder, half.database), join(work, half.database));
    const verified = verifyDatabases(work);
    const { found, missing } = await findFiles(options, verified);
    if (missing.length === 0 || attempt === attemptsMax) {
      return { verified, files: found, problems: [...verified.problems, ...missing] };
    }
  }
}

async function copyDatabase(half: Half, from: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  try {
    await snapshot(from, to);
    (half.name === "web" ? settleWeb : settleService)(to);
    chmodSync(to, 0o600);
  } catch (error) {
    throw faultOf(error, from);
  }
}

async function findFiles({ dataFolder, salvage, ...places }: CopyOptions, verified: VerifiedDatabases) {
  const found: FoundFile[] = [];
  const missing: string[] = [];
  for (const half of verified.present) {
    const files = filesOf(half, dataFolder, places);
    for (const hash of [...(verified.requiredFiles.get(half.name) ?? [])].sort()) {
      const file = await files.find(hash);
      if (file === undefined) missing.push(`${half.files[0]}: the file ${hash} is missing`);
      else if (salvage && (await hashOf(file.open()).catch(() => "")) !== hash)
        missing.push(`${file.title} is damaged`);
      else found.push(file);
    }
  }
  return { found, missing };
}
