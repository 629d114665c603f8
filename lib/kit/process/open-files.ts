import { readdirSync, readlinkSync } from "node:fs";

/** The files beneath a folder that a process has open, as Linux lists them. */
export function openFiles(folder: string, pid: number | "self" = "self"): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    const target = targetOf(`/proc/${pid}/fd/${descriptor}`);
    return target?.startsWith(folder) === true ? [target] : [];
  });
}

/** Undefined for a descriptor that was closed meanwhile. */
function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
