import type { ArchiveLimits } from "../../../kit/archives/archive.ts";
import { Refusal } from "../../../kit/archives/refusal.ts";

/** The largest real filings have some 3,000 facts, 400 contexts and 2,000 short lines. */
export const limits = {
  facts: 60_000,
  contexts: 20_000,
  units: 1_000,
  elements: 20_000,
  landmarks: 8_000,
  texts: 4_000,
  pages: 400,
  depth: 400,
  /** Characters of one label, row or short line. */
  line: 200,
  text: 2_000,
  arcs: 100_000,
} as const;

export const archiveLimits: ArchiveLimits = {
  entriesMax: 10_000,
  packedBytesMax: 100 * 1_048_576,
  unpackedBytesMax: 1_073_741_824,
  ratioMax: 100,
  entryBytesMax: 48 * 1_048_576,
};

export function tooMany(what: string, max: number): Refusal {
  return new Refusal("too_large", `The package has more than ${max} ${what}.`);
}
