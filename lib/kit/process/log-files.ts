import { readdirSync } from "node:fs";
import path from "node:path";

/** Names of log files: `web.jsonl` is the current one, `web-20260102T030405678Z.jsonl` an older one. */

export const logFolderOf = (dataFolder: string): string => path.join(dataFolder, "logs");

export const currentName = (program: string): string => `${program}.jsonl`;

export function archivedName(program: string, nowMs: number): string {
  return `${program}-${new Date(nowMs).toISOString().replace(/[-:.]/g, "")}.jsonl`;
}

/** Files of the programs, oldest first. */
export function listLogFiles(folder: string, programs: readonly string[]): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return programs.flatMap((program) => {
    const older = names.filter((name) => name.startsWith(`${program}-`) && name.endsWith(".jsonl")).sort();
    const current = names.includes(currentName(program)) ? [currentName(program)] : [];
    return [...older, ...current].map((name) => path.join(folder, name));
  });
}
