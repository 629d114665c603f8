import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Archive, type ArchiveLimits, defaultArchiveLimits } from "../../../lib/kit/archives/archive.ts";
import { Refusal } from "../refusal.ts";

/** Under the limits of archives. Whoever names a file has made sure that it lies inside the folder. */
export function openPlainFiles(
  root: string,
  files: readonly string[],
  limits: ArchiveLimits = defaultArchiveLimits,
): Archive {
  if (files.length > limits.entriesMax) {
    throw new Refusal("too_many_entries", `${files.length} files; ${limits.entriesMax} are allowed.`);
  }
  const entries = files.map((path) => ({ path, byteSize: statSync(join(root, path)).size }));
  const paths = new Set(files);
  return {
    entries,
    has: (path) => paths.has(path),
    async read(path) {
      const entry = entries.find((each) => each.path === path);
      if (entry === undefined) throw new Error(`no file ${path}`);
      if (entry.byteSize > limits.entryBytesMax) {
        throw new Refusal("too_large", `${path} has ${entry.byteSize} bytes; ${limits.entryBytesMax} are allowed.`);
      }
      return readFile(join(root, path));
    },
    close: () => undefined,
  };
}
