import { contentStatuses } from "../lib/contract/vocabulary.ts";
import { openServiceStore } from "../service/storage/open-service-store.ts";
import type { SampleCount } from "../service/storage/store.ts";
import type { CliIo } from "./command.ts";
import { configOf } from "./options.ts";

export async function list(
  values: { readonly data?: string | undefined; readonly json: boolean },
  io: CliIo,
): Promise<number> {
  const store = await openServiceStore(configOf(io, { data: values.data }));
  try {
    const counts = await store.samples().count();
    if (values.json) io.print(JSON.stringify(counts));
    else if (counts.length === 0) io.print("There is no sample market here. 'hiraku sample load' writes one.");
    else for (const line of tableOf(counts)) io.print(line);
    return 0;
  } finally {
    await store.close();
  }
}

/** A line for each family and type. */
function tableOf(counts: readonly SampleCount[]): string[] {
  const groups = Map.groupBy(counts, ({ family, type }) => `${family} ${type}`);
  const rows = [...groups.values()].map((group) => [group[0]?.family ?? "", group[0]?.type ?? "", ...cellsOf(group)]);
  const all = [
    ["family", "type", ...contentStatuses, "superseded", "amending", "all"],
    ...rows,
    ["all", "", ...cellsOf(counts)],
  ];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all.map((row) =>
    row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}

function cellsOf(counts: readonly SampleCount[]): string[] {
  const sum = (of: (count: SampleCount) => number) => String(counts.reduce((total, count) => total + of(count), 0));
  return [
    ...contentStatuses.map((state) => sum(({ status, documents }) => (status === state ? documents : 0))),
    sum(({ superseded }) => superseded),
    sum(({ amendments }) => amendments),
    sum(({ documents }) => documents),
  ];
}
