import { existsSync } from "node:fs";
import path from "node:path";

/** In the data folder while the launcher still loads older years of the sample market. */
export const sampleLoadingFile = ".sample-loading";

/** True while lists may lack documents that are about to come. */
export function isSampleLoading(dataFolder: string): boolean {
  return existsSync(path.join(/* turbopackIgnore: true */ dataFolder, sampleLoadingFile));
}
