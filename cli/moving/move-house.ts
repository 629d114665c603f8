import { existsSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { claimPlace, replaceMark } from "../../lib/objects/owner.ts";
import { nameOf } from "../../lib/objects/place.ts";
import type { Config } from "../../service/config.ts";
import { openServiceSide, type ServiceSide } from "../../service/storage/moving/side.ts";
import { movedTables } from "../../service/storage/moving/tables.ts";
import { storeFile } from "../../service/storage/open-store.ts";
import { webSecretFile } from "../archive/folder-files.ts";
import { ingestFolder } from "../archive/layout.ts";
import { CommandError } from "../command.ts";
import { isInFolder, isSamePlace, MovedFiles } from "./move-files.ts";
import { type MoveProgress, RowsMove } from "./move-half.ts";

export interface MoveOptions {
  readonly from: Config;
  readonly to: Config;
  /** Of the house that is left, newest first. */
  readonly secrets: readonly string[];
  readonly progress: MoveProgress;
  readonly nowMs: () => number;
}

export interface MoveReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly files: number;
  readonly notes: readonly string[];
  /** Everything had been done before. */
  readonly wasDone: boolean;
}

/** Carries the service's half over. Whoever calls holds the locks of both data folders. */
export async function moveHouse(options: MoveOptions): Promise<MoveReport> {
  const { from, to } = options;
  refuseMissing(options);
  const sides: ServiceSide[] = [];
  try {
    const source = await opened(sides, { ...from, secrets: options.secrets });
    const rows = isSameStore(from, to) ? undefined : await opened(sides, to);
    return rows === undefined ? await moveFilesOnly(options, source) : await moveAll(options, source, rows);
  } finally {
    for (const side of sides) await side.close();
  }
}

export async function cancelMove({ from, to, nowMs }: MoveOptions): Promise<void> {
  const sides: ServiceSide[] = [];
  try {
    const [source, target] = [await opened(sides, from), await opened(sides, to)];
    await new RowsMove({ half: "service", from: source, to: target, tables: movedTables }, nowMs).cancel();
  } finally {
    for (const side of sides) await side.close();
  }
}

async function opened(sides: ServiceSide[], place: Parameters<typeof openServiceSide>[0]): Promise<ServiceSide> {
  const side = await openServiceSide(place);
  sides.push(side);
  return side;
}

const isSameStore = (a: Config, b: Config): boolean =>
  a.databaseUrl === b.databaseUrl && (a.databaseUrl !== "" || a.data === b.data);

function refuseMissing({ from, to }: MoveOptions): void {
  if (from.databaseUrl === "" && !existsSync(storeFile(from.data)))
    throw new CommandError(`There is no store in ${from.data}.`);
  if (isSameStore(from, to) && isSamePlace(from.blobs, to.blobs))
    throw new CommandError("Everything is there already.");
  if (to.databaseUrl !== "" && to.secrets.length === 0) {
    throw new CommandError("With HIRAKU_DATABASE_URL, HIRAKU_SECRET must be named too: all processes share it.");
  }
  if (to.databaseUrl === "") return;
  const own = secretsIn(from.data);
  // The oldest makes the idempotency keys of purchases.
  const isOldest = own.length === 0 || to.secrets.at(-1) === own.at(-1);
  if (!isOldest || own.some((secret) => !to.secrets.includes(secret))) {
    throw new CommandError(
      `HIRAKU_SECRET must end with the secret of ${join(from.data, webSecretFile)}, after a space: it holds for both programs, and the web app could not open what it has sealed.`,
    );
  }
}

function secretsIn(data: string): string[] {
  const file = join(data, webSecretFile);
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split(/\s+/)
        .filter((each) => each !== "")
    : [];
}

async function moveAll(
  { from, to, progress, nowMs }: MoveOptions,
  source: ServiceSide,
  target: ServiceSide,
): Promise<MoveReport> {
  const rows = new RowsMove({ half: "service", from: source, to: target, tables: movedTables }, nowMs);
  const files = isSamePlace(from.blobs, to.blobs) ? undefined : new MovedFiles(from, to);
  const identity = await source.identity();
  if (files !== undefined && (await target.state()) === undefined) await refuseFiles(files, to);
  if ((await source.state()) === undefined) await source.prepare();
  const whole = await source.verify();
  refuseProblems(`${source.name} is not whole`, whole.problems);
  if (await rows.begin()) return { counts: {}, files: 0, notes: [], wasDone: true };
  if (files !== undefined && !isInFolder(to)) await claimPlace(to.blobs, claimOf(to, identity.mark));
  await rows.copy(progress);
  const notes = await copyFiles(files, whole.requiredFiles, progress);
  await target.setIdentity(identity);
  if (to.data !== from.data) await copyIngest(from.data, to.data);
  const { problems, found } = await rows.verify(progress);
  refuseProblems("The move is not whole", [...problems, ...(await verifyFiles(files, found.requiredFiles, progress))]);
  if (to.search === "embedded" || to.databaseUrl !== "") {
    progress.stage("documents and news indexed", 0);
    await target.index((done, total) =>
      done === 1 ? progress.stage("documents and news indexed", total) : progress.step(),
    );
  }
  if (files === undefined && !isInFolder(to)) await replaceMark(to.blobs, claimOf(to, identity.mark));
  await rows.end();
  return { counts: found.counts, files: found.requiredFiles.size, notes, wasDone: false };
}

async function moveFilesOnly({ from, to, progress }: MoveOptions, source: ServiceSide): Promise<MoveReport> {
  const files = new MovedFiles(from, to);
  await source.exclude();
  try {
    const { mark } = await source.identity();
    const whole = await source.verify();
    refuseProblems(`${source.name} is not whole`, whole.problems);
    if (!isInFolder(to)) await claimPlace(to.blobs, claimOf(to, from.databaseUrl === "" ? undefined : mark));
    const notes = await copyFiles(files, whole.requiredFiles, progress);
    refuseProblems("The move is not whole", await verifyFiles(files, whole.requiredFiles, progress));
    return { counts: whole.counts, files: whole.requiredFiles.size, notes, wasDone: false };
  } finally {
    await source.admit();
  }
}

const claimOf = ({ data }: Config, mark: string | undefined) =>
  ({ program: "service", dataFolder: data, mark }) as const;

async function refuseFiles(files: MovedFiles, to: Config): Promise<void> {
  if (!(await files.isTargetEmpty())) throw new CommandError(`${nameOf(to.blobs)} is not empty; name an empty place.`);
}

async function copyFiles(
  files: MovedFiles | undefined,
  required: ReadonlySet<string>,
  progress: MoveProgress,
): Promise<string[]> {
  if (files === undefined) return [];
  progress.stage("files", await files.count());
  const damaged = await files.copy(() => progress.step());
  refuseProblems(
    "Files are damaged",
    damaged.filter((hash) => required.has(hash)).map((hash) => `the file ${hash} is damaged`),
  );
  return damaged.length === 0 ? [] : [`${damaged.length} damaged files that nothing needs were left behind`];
}

async function verifyFiles(
  files: MovedFiles | undefined,
  required: ReadonlySet<string>,
  progress: MoveProgress,
): Promise<string[]> {
  if (files === undefined) return [];
  progress.stage("files read back", await files.count());
  return files.verify(required, () => progress.step());
}

/** The journal of ingestion, so that nothing is ingested twice. */
async function copyIngest(from: string, to: string): Promise<void> {
  const folder = join(from, ingestFolder);
  if (existsSync(folder)) await cp(folder, join(to, ingestFolder), { recursive: true });
}

function refuseProblems(what: string, problems: readonly string[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new CommandError(`${what}: ${first}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ""}.`);
}
