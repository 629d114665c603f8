import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { BlobPlace } from "../../lib/kit/objects/place.ts";
import type { SqliteStore } from "../../lib/store/sqlite/sqlite-store.ts";
import { createHarness, type Harness } from "../../service/testing/harness.ts";
import { checkFolder } from "../archive/check-folder.ts";
import { type BackupOptions, createBackup, StoreProblems } from "../archive/create-backup.ts";
import { type RestoreOptions, restoreBackup } from "../archive/restore-backup.ts";
import { createWebHalf } from "./web-half.ts";

export const original = ["getOriginal", { document_id: "READY1", original_id: "pdf" }] as const;
export const page = ["getPageImage", { document_id: "READY1", page_number: 1 }] as const;
export const passphrase = "correct horse battery";

export let harness: Harness;
export let data: string;
export let web: SqliteStore;

/** Both halves of one folder, with a purchase that both know. */
export async function openHarness(): Promise<void> {
  harness = await createHarness();
  data = dirname(harness.store.file);
  web = await createWebHalf(data);
  onTestFinished(() => void web.close());
}

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hiraku-archive-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

export function backup(file: string, options: Partial<BackupOptions> = {}) {
  return createBackup({
    dataFolder: data,
    file,
    secretsInEnvironment: [],
    // Most tests do without: half a second of work is the point of it.
    passphrase: undefined,
    replace: false,
    salvage: false,
    hirakuVersion: "0",
    nowMs: Date.now(),
    onProgress: () => undefined,
    ...options,
  });
}

export function restore(file: string, dataFolder: string, options: Partial<RestoreOptions> = {}) {
  return restoreBackup({
    file,
    dataFolder,
    passphrase: undefined,
    secretsFile: `${file}.secrets`,
    withoutSecrets: false,
    replace: false,
    keepSessions: false,
    salvage: false,
    nowMs: Date.now(),
    ...options,
  });
}

export async function problemsOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error("it succeeded"),
    (failure: unknown) => failure,
  );
  if (error instanceof StoreProblems) return error.problems.join("\n");
  return error instanceof Error ? error.message : "";
}

export const check = async (dataFolder = data, secretsInEnvironment: readonly string[] = [], place?: BlobPlace) =>
  (await checkFolder({ dataFolder, place, secretsInEnvironment, onProgress: () => undefined })).flatMap((part) =>
    part.problems.map((problem) => `${part.part}: ${problem}`),
  );

export const blobPath = (blob: string) => join(data, "blobs", "kept", blob.slice(0, 2), blob);
