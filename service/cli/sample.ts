import { jstDate } from "../../lib/format/dates.ts";
import { Progress } from "../ingest/run/progress.ts";
import { openLibrary } from "../library.ts";
import { loadSampleMarket } from "../sample/load.ts";
import { openStore } from "../storage/open-store.ts";
import { createSampleRecords } from "../storage/sqlite/sample-records.ts";
import { type CliIo, UsageError } from "./command.ts";
import { configOf, noMore, readOptions } from "./options.ts";

export const name = "sample";
export const summary = "Load the fictional sample market";
export const help = `
Usage: hiraku sample load [--issuers N] [--years N] [--seed N] [--data DIR] [--json]

Writes invented issuers, filings and news through the same door as real ones. Loading it again changes nothing.

  --issuers N   how many issuers, 1 to 4000     (default: 60)
  --years N     how many years of them, 1 to 12 (default: 3)
  --seed N      another seed, another market    (default: 1)
`;

const options = {
  issuers: { type: "string", default: "60" },
  years: { type: "string", default: "3" },
  seed: { type: "string", default: "1" },
  data: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, options);
  const [action, ...rest] = positionals;
  if (action !== "load")
    throw new UsageError(action === undefined ? "say: sample load" : `there is no sample ${action}`);
  noMore(rest, 0);
  const issuers = whole("--issuers", values.issuers, 1, 4000);
  const years = whole("--years", values.years, 1, 12);
  const seed = whole("--seed", values.seed, 0, 2_147_483_647);
  const config = configOf(io, { data: values.data });
  const store = openStore(config.data);
  const library = openLibrary(store, {
    dataFolder: config.data,
    madeBytesMax: config.imageCacheMegabytes * 1_000_000,
    makers: {},
  });
  const startedAt = Date.now();
  const redraw = (line: string) => process.stderr.write(`\r\x1b[2K${line}`);
  const output = { redraw, print: io.warn, isTerminal: io.isTerminal };
  const progress = new Progress("issuers of the sample market", issuers, output, Date.now);
  try {
    const loaded = await loadSampleMarket({
      publisher: library.publisher,
      records: createSampleRecords(store.db),
      seed,
      issuers,
      years,
      // The market's last day ends at nine in the morning: before nine, that is yesterday's, and nothing lies ahead.
      today: jstDate(startedAt - 9 * 3_600_000),
      onIssuer: () => progress.step(),
    });
    if (io.isTerminal) redraw("");
    const seconds = (Date.now() - startedAt) / 1000;
    if (values.json) io.print(JSON.stringify({ ...loaded, seconds }));
    else if (loaded.documents === 0) io.print(`The sample market of ${loaded.record.anchorDay} is loaded already.`);
    else
      io.print(
        `Loaded ${issuers} issuers, ${loaded.documents} documents and ${loaded.news} news statements in ${seconds.toFixed(1)} s.`,
      );
    return 0;
  } finally {
    await library.close();
    store.close();
  }
}

function whole(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new UsageError(`${option} takes a whole number from ${min} to ${max}`);
  return value;
}
