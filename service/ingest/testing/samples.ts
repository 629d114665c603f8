import { resolve } from "node:path";

/** Larger real filings, for who has them: the folder that HIRAKU_TEST_SAMPLES names, with `packages/`, `fsa/`, … */
const samplesFolder = process.env["HIRAKU_TEST_SAMPLES"];

/**
 * Registers tests on real filings where there are some, and nothing at all elsewhere: a test that can't run proves
 * nothing by being counted. What must hold everywhere is tested on filings of the tests' own making.
 */
export function withSamples(register: (sample: (path: string) => string) => void): void {
  if (samplesFolder === undefined || samplesFolder === "") return;
  register((path) => resolve(samplesFolder, path));
}

/** For measurements, which are nothing without them. */
export function sample(path: string): string {
  if (samplesFolder === undefined) throw new Error("HIRAKU_TEST_SAMPLES names no folder of real filings.");
  return resolve(samplesFolder, path);
}
