import { existsSync } from "node:fs";
import { join } from "node:path";
import { verifyStore as verifyWeb } from "../../lib/store/sqlite/verify-store.ts";
import type { WebStoreVerification } from "../../lib/store/verification.ts";
import type { ServiceStoreVerification } from "../../service/storage/rows/verification.ts";
import { verifyStore as verifyService } from "../../service/storage/sqlite/verify-store.ts";
import { type Half, halves } from "./layout.ts";

export interface VerifiedDatabases {
  readonly present: readonly Half[];
  /** One line for each fault, beginning with the database it is in. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly requiredFiles: ReadonlyMap<Half["name"], ReadonlySet<string>>;
  /** Names of the secret versions that the web app's store is sealed under. */
  readonly sealedUnder: ReadonlySet<string>;
  readonly liveKeys: ServiceStoreVerification["liveKeys"];
}

interface FoundElsewhere {
  readonly service?: ServiceStoreVerification | undefined;
  readonly web?: WebStoreVerification | undefined;
}

/** Verifies both databases of a folder, or the one that exists, and whether their ledgers agree. */
export function verifyDatabases(folder: string, { service, web }: FoundElsewhere = {}): VerifiedDatabases {
  const present = halves.flatMap((half) => {
    if (half.name === "service" && service !== undefined) return [{ ...half, database: "database" }];
    if (half.name === "web" && web !== undefined) return [{ ...half, database: "web database" }];
    return existsSync(join(folder, half.database)) ? [half] : [];
  });
  const problems: string[] = [];
  const notes: string[] = [];
  const counts: Record<string, number> = {};
  const requiredFiles = new Map<Half["name"], ReadonlySet<string>>();
  const charges = new Map<Half["name"], ReadonlyMap<string, number>>();
  let sealedUnder: ReadonlySet<string> = new Set();
  let liveKeys: ServiceStoreVerification["liveKeys"] = new Map();
  for (const half of present) {
    const file = join(folder, half.database);
    const found =
      half.name === "web"
        ? { ...(web ?? verifyWeb(file)), liveKeys }
        : { ...(service ?? verifyService(file)), sealedUnder };
    problems.push(...found.problems.map((problem) => `${half.database}: ${problem}`));
    notes.push(...found.notes.map((note) => `${half.database}: ${note}`));
    for (const [name, count] of Object.entries(found.counts)) counts[`${half.name}_${name}`] = count;
    requiredFiles.set(half.name, found.requiredFiles);
    charges.set(half.name, found.charges);
    ({ sealedUnder, liveKeys } = found);
  }
  problems.push(...compareCharges(charges.get("web"), charges.get("service")));
  return { present, problems, notes, counts, requiredFiles, sealedUnder, liveKeys };
}

/**
 * Both ledgers must have the same amount under an idempotency key. An entry in only one of them is no fault: either may
 * have been restored without the other, and the web app may have used another service.
 */
export function compareCharges(
  booked: ReadonlyMap<string, number> | undefined,
  charged: ReadonlyMap<string, number> | undefined,
): string[] {
  if (booked === undefined || charged === undefined) return [];
  const different: string[] = [];
  for (const [key, credits] of booked) {
    const chargedCredits = charged.get(key);
    if (chargedCredits !== undefined && chargedCredits !== credits)
      different.push(`${chargedCredits} charged, ${credits} booked`);
  }
  if (different.length === 0) return [];
  return [`the ledgers of web.db and service.db differ for ${different.length} purchases: ${different[0]}`];
}
