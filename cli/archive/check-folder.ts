import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { secretVersions } from "../../lib/owners/secrets.ts";
import type { WebStoreVerification } from "../../lib/store/verification.ts";
import { secretHashOf } from "../../service/domain/keys/api-key.ts";
import type { ServiceStoreVerification } from "../../service/storage/rows/verification.ts";
import { CommandError } from "../command.ts";
import { faultOf } from "./faults.ts";
import { secretFiles, webSecretFile } from "./folder-files.ts";
import { type FoundFile, type HashedFiles, hashOf, isMissing } from "./hashed-files.ts";
import { filesOf, type Places } from "./hashed-objects.ts";
import { type Half, halves } from "./layout.ts";
import { type VerifiedDatabases, verifyDatabases } from "./verify-databases.ts";

/** One line of the report: a database, a folder of files, the secrets. */
export interface CheckedPart {
  readonly part: string;
  /** Faults: something is lost, damaged or booked wrongly. */
  readonly problems: readonly string[];
  /** Notes that are no faults. */
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

interface CheckOptions extends Places, Elsewhere {
  readonly dataFolder: string;
  readonly secretsInEnvironment: readonly string[];
  readonly onProgress: (done: number, total: number) => void;
}

/** How a half is verified that is in a database of its own. */
interface Elsewhere {
  readonly verifyService?: (() => Promise<ServiceStoreVerification>) | undefined;
  readonly verifyWeb?: (() => Promise<WebStoreVerification>) | undefined;
}

const foundElsewhere = async ({ verifyService, verifyWeb }: Elsewhere) => ({
  service: await verifyService?.(),
  web: await verifyWeb?.(),
});

/** Verifies a data folder while the programs may continue to use it. */
export async function checkFolder(options: CheckOptions): Promise<CheckedPart[]> {
  const { dataFolder, verifyService, verifyWeb } = options;
  if (
    verifyService === undefined &&
    verifyWeb === undefined &&
    !halves.some(({ database }) => existsSync(join(dataFolder, database)))
  ) {
    throw new CommandError(`There is no store in ${dataFolder}.`);
  }
  const verified = verifyDatabases(dataFolder, await foundElsewhere(options));
  const parts = databaseParts(verified);
  let before = 0;
  for (const half of verified.present) {
    const part = await checkFiles(half, verified, options, before).catch((error: unknown) => unreadable(half, error));
    before += part.counts["files"] ?? 0;
    parts.push(part);
  }
  parts.push(checkSecrets(verified, options));
  return parts;
}

function databaseParts({ present, problems, notes, counts }: VerifiedDatabases): CheckedPart[] {
  const parts: CheckedPart[] = present.map(({ name, database }) => ({
    part: database,
    problems: linesOfDatabase(problems, database),
    notes: linesOfDatabase(notes, database),
    counts: Object.fromEntries(
      Object.entries(counts)
        .filter(([key]) => key.startsWith(`${name}_`))
        .map(([key, count]) => [key.slice(name.length + 1), count]),
    ),
  }));
  if (present.length < 2) return parts;
  const between = problems.filter((line) => !present.some(({ database }) => line.startsWith(`${database}: `)));
  return [...parts, { part: "both ledgers", problems: between, notes: [], counts: {} }];
}

function linesOfDatabase(lines: readonly string[], database: string): string[] {
  return lines.filter((line) => line.startsWith(`${database}: `)).map((line) => line.slice(database.length + 2));
}

/** Every file is read and compared with the hash in its name; every file that a row refers to must exist. */
async function checkFiles(
  half: Half,
  verified: VerifiedDatabases,
  options: CheckOptions,
  before: number,
): Promise<CheckedPart> {
  const { dataFolder, onProgress } = options;
  const all = filesOf(half, dataFolder, options);
  const required = verified.requiredFiles.get(half.name) ?? new Set<string>();
  const found = { problems: [] as string[], notes: [] as string[], files: 0, bytes: 0 };
  const whole = new Set<string>();
  let unneeded = 0;
  for (const folder of half.files) {
    for await (const file of all.list(folder)) {
      const { hash, title } = file;
      onProgress(before + ++found.files, before + Math.max(required.size, found.files));
      const state = await stateOf(file);
      if (state === "whole") whole.add(hash);
      else if (state === "gone") found.files--;
      else if (state === "damaged" && canBeMadeAgain(folder) && !required.has(hash)) {
        found.notes.push(`${title} is damaged and will be made again when it is asked for`);
      } else found.problems.push(state === "damaged" ? `${title} is damaged: it is not what was stored` : state);
      if (state !== "whole") continue;
      found.bytes += file.byteSize;
      if (!required.has(hash) && !canBeMadeAgain(folder)) unneeded++;
    }
  }
  found.problems.push(...(await stillMissing(half, verified, { ...options, all, whole })));
  if (unneeded > 0) found.notes.push(orphans(half, unneeded));
  if (half.name === "service") {
    const { count, where } = await all.setAside();
    if (count > 0) found.notes.push(`${count} damaged files were set aside in ${where}`);
  }
  const { problems, notes, files, bytes } = found;
  return { part: partOf(half), problems, notes, counts: { files, bytes } };
}

const partOf = (half: Half): string => (half.name === "web" ? "bodies" : "blobs");

/** A folder or bucket that can't be listed; the other parts are checked all the same. */
function unreadable(half: Half, error: unknown): CheckedPart {
  return { part: partOf(half), problems: [faultOf(error).message], notes: [], counts: {} };
}

const canBeMadeAgain = (folder: string): boolean => folder === "blobs/made";

function orphans(half: Half, count: number): string {
  return half.name === "web"
    ? `${count} bodies belong to no purchase: left by an answer whose purchase was not booked`
    : `${count} files belong to no document: the service removes them by itself`;
}

async function stateOf(file: FoundFile): Promise<string> {
  try {
    return (await hashOf(file.open())) === file.hash ? "whole" : "damaged";
  } catch (error) {
    // Removed since it was listed.
    return isMissing(error) ? "gone" : faultOf(error, file.title).message;
  }
}

/** Checked again with the current store, since a document may have been replaced while files were read. */
async function stillMissing(
  half: Half,
  verified: VerifiedDatabases,
  files: Pick<CheckOptions, "dataFolder"> &
    Elsewhere & {
      readonly all: HashedFiles;
      readonly whole: ReadonlySet<string>;
    },
): Promise<string[]> {
  const { dataFolder, all, whole } = files;
  const absent: string[] = [];
  for (const hash of verified.requiredFiles.get(half.name) ?? []) {
    if (whole.has(hash)) continue;
    const file = await all.find(hash).catch(() => undefined);
    if (file === undefined) absent.push(hash);
  }
  if (absent.length === 0) return [];
  const now = verifyDatabases(dataFolder, await foundElsewhere(files)).requiredFiles.get(half.name);
  return absent
    .filter((hash) => now?.has(hash) === true)
    .map((hash) => `${half.database} refers to the file ${hash}, which is missing`);
}

function checkSecrets(
  { sealedUnder, present, counts, liveKeys }: VerifiedDatabases,
  options: CheckOptions,
): CheckedPart {
  const { dataFolder, secretsInEnvironment } = options;
  const problems: string[] = [];
  const notes: string[] = [];
  for (const name of ["", ...(existsSync(dataFolder) ? readdirSync(dataFolder) : [])]) {
    const path = join(dataFolder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (name !== "" && !/secret|key/.test(name))) continue;
    const mode = found.mode & 0o777;
    if ((mode & 0o077) !== 0) notes.push(`${path} can be read by others (mode ${mode.toString(8)})`);
  }
  notes.push(...demoKeyNotes(dataFolder, liveKeys));
  try {
    const files = secretFiles(dataFolder, secretsInEnvironment);
    const lines = Buffer.from(files[webSecretFile] ?? "", "base64")
      .toString("utf8")
      .split("\n");
    const versions = secretVersions(lines.map((line) => line.trim()).filter((line) => line !== ""));
    const unknown = [...sealedUnder].filter((id) => !versions.some((version) => version.id === id));
    const nothingIsSealed = counts["web_tables"] === 0;
    if (present.some(({ name }) => name === "web") && versions.length === 0 && !nothingIsSealed) {
      problems.push("the web app's secret is gone: set HIRAKU_SECRET as the web app has it, or restore web-secret");
    } else if (unknown.length > 0) {
      problems.push(
        `${present.find(({ name }) => name === "web")?.database} holds values that none of the ${versions.length} known secrets opens`,
      );
    }
  } catch (error) {
    problems.push(faultOf(error).message);
  }
  return { part: "secrets", problems, notes, counts: {} };
}

/** A key that anybody on this machine may use is named, so that it is no surprise beside real filings. */
function demoKeyNotes(dataFolder: string, liveKeys: VerifiedDatabases["liveKeys"]): string[] {
  const file = join(dataFolder, "demo-key");
  const key = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  const live = liveKeys.get(secretHashOf(key).toString("hex"));
  if (live === undefined) return [];
  const credits = live.balance === null ? "credits without a limit" : `${live.balance} credits`;
  return [
    `the demo key ${live.id} is live, with ${credits}: anybody on this machine is offered it while no public address is set, until 'hiraku keys revoke ${live.id}'`,
  ];
}
