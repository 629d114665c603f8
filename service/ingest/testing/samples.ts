import { resolve } from "node:path";

/** Larger real filings, in the folder that HIRAKU_TEST_SAMPLES names, with `packages/`, `fsa/`, … */
const samplesFolder = process.env["HIRAKU_TEST_SAMPLES"];

/**
 * Registers tests on real filings where there are some, and none otherwise, since a skipped test proves nothing.
 * Everything essential is also tested on filings made by the tests.
 */
export function withSamples(register: (sample: (path: string) => string) => void): void {
  if (samplesFolder === undefined || samplesFolder === "") return;
  register((path) => resolve(samplesFolder, path));
}
