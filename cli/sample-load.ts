import { jstDate } from "../lib/contract/dates.ts";
import { Progress } from "../service/ingest/run/progress.ts";
import { openLibrary } from "../service/library.ts";
import { loadSampleMarket } from "../service/sample/load.ts";
import { allLengths } from "../service/sample/plan.ts";
import { openServiceStore } from "../service/storage/open-service-store.ts";
import { type CliIo, UsageError } from "./command.ts";
import { configOf } from "./options.ts";

export interface LoadValues {
  readonly issuers: string;
  readonly years: string;
  readonly seed: string;
  readonly lengths: string;
  readonly data?: string | undefined;
  readonly json: boolean;
}

export async function load(values: LoadValues, io: CliIo): Promise<number> {
  const issuers = whole("--issuers", values.issuers, 1, 4000);
  const years = whole("--years", values.years, 1, 12);
  const lengths = allLengths.find((each) => each === values.lengths);
  if (lengths === undefined) throw new UsageError(`--lengths is ${allLengths.join(" or ")}`);
  const seed = whole("--seed", values.seed, 0, 2_147_483_647);
  const config = configOf(io, { data: values.data });
  const store = await openServiceStore(config);
  const library = openLibrary(store, {
    dataFolder: config.data,
    place: config.blobs,
    madeBytesMax: config.imageCacheMegabytes * 1_000_000,
    makers: {},
  });
  const startedAt = Date.now();
  const redraw = (line: string) => process.stderr.write(`\r\x1b[2K${line}`);
  const output = { redraw, print: io.warn, isTerminal: io.isTerminal };
  let progress: Progress | undefined;
  const abort = new AbortController();
  const interrupt = (): void => (abort.signal.aborted ? process.exit(1) : abort.abort());
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt).on("disconnect", interrupt);
  try {
    const loaded = await loadSampleMarket({
      publisher: library.publisher,
      records: store.samples(),
      seed,
      issuers,
      years,
      lengths,
      // The market's last day ends at nine in the morning; before nine it is yesterday, so that no document is in the
      // future.
      today: jstDate(startedAt - 9 * 3_600_000),
      onStep(done, all) {
        progress ??= new Progress("parts of the sample market", all, output, Date.now);
        progress.reach(done);
      },
      // A launcher that waits for it opens the web app from here on.
      onNewest: () => void process.send?.("newest"),
      signal: abort.signal,
    });
    if (io.isTerminal) redraw("");
    const seconds = (Date.now() - startedAt) / 1000;
    if (values.json) io.print(JSON.stringify({ ...loaded, seconds }));
    else if (!loaded.record.completed)
      io.print(`Stopped. ${loaded.documents} documents are loaded and stay; the same command goes on from here.`);
    else if (loaded.documents === 0) io.print(`The sample market of ${loaded.record.anchorDay} is loaded already.`);
    else
      io.print(
        `Loaded ${issuers} issuers, ${loaded.documents} documents and ${loaded.news} news statements in ${seconds.toFixed(1)} s.`,
      );
    return loaded.record.completed ? 0 : 1;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt).off("disconnect", interrupt);
    await library.close();
    await store.close();
  }
}

function whole(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new UsageError(`${option} takes a whole number from ${min} to ${max}`);
  return value;
}
