import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Real material beside the project, for tests only; tests that need it skip where it is missing. */
const samplesFolder = resolve(import.meta.dirname, "../../../../shared/samples");
export const hasSamples = existsSync(samplesFolder);

export function sample(path: string): string {
  return resolve(samplesFolder, path);
}
