import type { Finding } from "./findings.ts";

/** One fault as it came. */
export interface FaultTime {
  readonly name: string;
  readonly fromMs: number;
  /** From the moment from which it could mend until pages came and searches were answered; undefined: never. */
  readonly worksAfterMs: number | undefined;
  /** The same until every part was there again. */
  readonly wholeAfterMs: number | undefined;
}

export interface FaultRow {
  readonly fault: string;
  times: number;
  doubled: number;
  lost: number;
  unknown: number;
  broken: number;
  worksAfterMs: number;
  wholeAfterMs: number;
  neverWhole: number;
}

/** Each finding belongs to the fault after whose beginning its purchase was made. */
export function faultRows(faults: readonly FaultTime[], findings: readonly Finding[]): FaultRow[] {
  const rows = new Map<string, FaultRow>();
  const rowOf = (fault: string): FaultRow => {
    const row = rows.get(fault) ?? emptyRow(fault);
    rows.set(fault, row);
    return row;
  };
  for (const { name, worksAfterMs, wholeAfterMs } of faults) {
    const row = rowOf(name);
    row.times += 1;
    row.worksAfterMs = Math.max(row.worksAfterMs, worksAfterMs ?? 0);
    row.wholeAfterMs = Math.max(row.wholeAfterMs, wholeAfterMs ?? 0);
    row.neverWhole += wholeAfterMs === undefined ? 1 : 0;
  }
  for (const { kind, atMs } of findings) {
    const fault = faults.findLast(({ fromMs }) => fromMs <= atMs);
    rowOf(fault?.name ?? "before any fault")[kind] += 1;
  }
  return [...rows.values()];
}

const emptyRow = (fault: string): FaultRow => ({
  ...{ fault, times: 0, doubled: 0, lost: 0, unknown: 0, broken: 0, worksAfterMs: 0, wholeAfterMs: 0, neverWhole: 0 },
});

export function isBroken(rows: readonly FaultRow[]): boolean {
  return rows.some((row) => row.doubled + row.lost + row.unknown + row.broken + row.neverWhole > 0);
}

export function printed(rows: readonly FaultRow[]): string {
  const head = "Fault, Times, Doubled, Lost, Unknown that stay, Other breaks, Works again after, Whole after".split(
    ", ",
  );
  const lines = rows.map((row) => [
    row.fault,
    ...[row.times, row.doubled, row.lost, row.unknown, row.broken].map(String),
    seconds(row.worksAfterMs),
    seconds(row.neverWhole > 0 ? undefined : row.wholeAfterMs),
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export const seconds = (ms: number | undefined): string => (ms === undefined ? "never" : `${(ms / 1000).toFixed(1)} s`);
