import { type CliIo, UsageError } from "./command.ts";
import { noMore, readOptions } from "./options.ts";
import { list } from "./sample-list.ts";
import { load } from "./sample-load.ts";

export const name = "sample";
export const summary = "Load the fictional sample market, or count what it holds";
export const help = `
Usage: hiraku sample load [--issuers N] [--years N] [--seed N] [--lengths full|short]
                          [--data DIR] [--json]
       hiraku sample list [--data DIR] [--json]

load   Writes invented issuers, filings and news through the same door as real ones, the newest year first. Loading it
       again changes nothing; after Ctrl-C the same command goes on where it was.
list   Counts the documents that are loaded, by family, type and state.

  --issuers N   how many issuers, 1 to 4000     (default: 60)
  --years N     how many years of them, 1 to 12 (default: 3; from 3 to 6 every fifth issuer has two more)
  --lengths L   full, or short: every document in its shortest form, for large markets (default: full)
  --seed N      another seed, another market    (default: 1)

4000 issuers and 10 years in the short form are about 826,000 documents and 14 GB. They are written on all processors.
`;

const options = {
  issuers: { type: "string", default: "60" },
  years: { type: "string", default: "3" },
  seed: { type: "string", default: "1" },
  lengths: { type: "string", default: "full" },
  data: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, options);
  const [action, ...rest] = positionals;
  noMore(rest, 0);
  if (action === "load") return load(values, io);
  if (action === "list") return list(values, io);
  throw new UsageError(action === undefined ? "say: sample load" : `there is no sample ${action}`);
}
