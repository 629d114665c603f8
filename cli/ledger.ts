import { openServiceStore } from "../service/storage/open-service-store.ts";
import { type CliIo, UsageError } from "./command.ts";
import { configOf, noMore, readOptions } from "./options.ts";

export const name = "ledger";
export const summary = "Recompute every balance from the ledger";
export const help = `
Usage: hiraku ledger verify [--json] [--data DIR]

Recomputes what every key was granted, has reserved, was charged and has left, from the ledger's entries, and
looks for requests charged twice. Prints each difference and exits with 1 where there is one.
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  if (positionals[0] !== "verify") throw new UsageError("Say 'ledger verify'.");
  noMore(positionals, 1);
  const store = await openServiceStore(configOf(io, { data: values.data }));
  try {
    const report = await store.ledger.verify();
    if (values.json) io.print(JSON.stringify({ ...report, ok: report.drifts.length === 0 }));
    else {
      for (const drift of report.drifts) io.print(drift);
      const verdict = report.drifts.length === 0 ? "no drift" : `${report.drifts.length} drifts`;
      io.print(`${report.keys} keys, ${report.entries} entries: ${verdict}.`);
    }
    return report.drifts.length === 0 ? 0 : 1;
  } finally {
    await store.close();
  }
}
