import { chmodSync, existsSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type FolderLock, lockFolder } from "../../lib/kit/process/folder-lock.ts";
import { refuse } from "../toolchain.mjs";
import { freeMegabytes, type LauncherSettings } from "./settings.ts";

const freeMegabytesMin = 50;
/** Programs whose launcher was killed may still be ending, so a start right after it waits a moment. */
const waitForLockMs = 3_000;

/** Before anything in it changes. Fails in words where it is in use, can't be written, or the disk is full. */
export async function claimDataFolder({ data, embedded, watches }: LauncherSettings): Promise<FolderLock> {
  const programs = ["web.lock", ...(embedded ? ["service.lock"] : []), ...(watches ? ["ingest.lock"] : [])];
  const deadline = Date.now() + waitForLockMs;
  for (;;) {
    const lock = tryLock(data, "launcher.lock");
    if (lock !== undefined) {
      if (programs.every((name) => isFree(data, name))) {
        checkWritable(data);
        return lock;
      }
      lock.release();
    }
    if (Date.now() > deadline)
      refuse(`the data folder ${data} is in use by another Hiraku; HIRAKU_DATA names another.`);
    await wait(100);
  }
}

function isFree(data: string, name: string): boolean {
  // Without a file nothing was ever locked.
  if (!existsSync(path.join(data, name))) return true;
  const lock = tryLock(data, name);
  lock?.release();
  return lock !== undefined;
}

function tryLock(data: string, name: string): FolderLock | undefined {
  try {
    return lockFolder(data, name);
  } catch (error) {
    return refuse(cannotWrite(data, error));
  }
}

function checkWritable(data: string): void {
  try {
    chmodSync(data, 0o700);
    const probe = path.join(data, `.probe-${process.pid}`);
    writeFileSync(probe, "probe");
    unlinkSync(probe);
  } catch (error) {
    refuse(cannotWrite(data, error));
  }
  const free = freeMegabytes(data);
  if (free < freeMegabytesMin) refuse(`the disk of the data folder ${data} is full (${free} MB free).`);
}

function cannotWrite(data: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  if (code === "ENOSPC" || code === "SQLITE_FULL") return `the disk of the data folder ${data} is full.`;
  return `the data folder ${data} can't be written (${code}); HIRAKU_DATA names another.`;
}
