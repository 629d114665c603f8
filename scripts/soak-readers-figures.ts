/** One page request: its status, or the code of its failure. */
export interface Outcome {
  readonly startedAt: number;
  readonly tookMs: number;
  readonly result: string;
}

interface MemorySample {
  readonly atMs: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
}

export interface ReaderTotals {
  readonly readers: number;
  readonly pages: number;
  /** Answers that were neither a page nor an expected refusal, such as 429. */
  readonly errors: number;
  readonly refusals: number;
  /** Connections that were refused or cut while the web app was down for its restart. */
  readonly refusedWhileDown: number;
  readonly downMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Growth after the restart, in megabytes a minute: of the whole process and of its heap. */
  readonly rssSlopeMb: number;
  readonly heapSlopeMb: number;
  readonly rssMaxMb: number;
  readonly load: number;
}

const refusalsMeant = new Set(["429"]);
const codesWhileDown = new Set(["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET", "EPIPE"]);

export function summary(measured: {
  readonly outcomes: readonly Outcome[];
  /** Undefined: nothing was restarted. */
  readonly down: { readonly from: number; readonly to: number } | undefined;
  readonly memory: readonly MemorySample[];
  readonly readers: number;
  readonly load: number;
}): ReaderTotals {
  const { outcomes, memory, readers, load } = measured;
  const down = measured.down ?? { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  const wasDown = ({ startedAt, tookMs, result }: Outcome) =>
    codesWhileDown.has(result) && startedAt + tookMs >= down.from && startedAt <= down.to;
  const failed = outcomes.filter(({ result }) => result !== "200");
  const refusedWhileDown = failed.filter(wasDown).length;
  const refusals = failed.filter(({ result }) => refusalsMeant.has(result)).length;
  const took = outcomes.filter(({ result }) => result === "200").map(({ tookMs }) => tookMs);
  took.sort((a, b) => a - b);
  const at = (share: number) => Math.round(took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0);
  const after = memory.filter(({ atMs }) => atMs > down.to);
  // The first minute warms up: compiled code, caches, connections.
  const steady = after.filter(({ atMs }) => atMs > down.to + Math.min(60_000, span(after) / 3));
  return {
    readers,
    pages: took.length,
    errors: failed.length - refusedWhileDown - refusals,
    refusals,
    refusedWhileDown,
    downMs: measured.down === undefined ? 0 : Math.round(down.to - down.from),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
    rssSlopeMb: slopePerMinute(steady.map(({ atMs, rssBytes }) => [atMs, rssBytes / 1e6])),
    heapSlopeMb: slopePerMinute(steady.map(({ atMs, heapBytes }) => [atMs, heapBytes / 1e6])),
    rssMaxMb: Math.round(Math.max(0, ...memory.map(({ rssBytes }) => rssBytes)) / 1e6),
    load: Math.round(load * 10) / 10,
  };
}

function span(samples: readonly MemorySample[]): number {
  return (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0);
}

/** The straight line through points of milliseconds and a figure: how much the figure grows in a minute. */
export function slopePerMinute(points: readonly (readonly [number, number])[]): number {
  if (points.length < 2) return 0;
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [meanMs, meanValue] = [mean(([ms]) => ms), mean(([, value]) => value)];
  const spread = points.reduce((sum, [ms]) => sum + (ms - meanMs) ** 2, 0);
  const together = points.reduce((sum, [ms, value]) => sum + (ms - meanMs) * (value - meanValue), 0);
  return spread === 0 ? 0 : Math.round((together / spread) * 60_000 * 100) / 100;
}
