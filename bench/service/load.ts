import { Pool } from "undici";

export interface Load {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A number of connections, each sending again as soon as it is answered. */
export async function load(
  url: string,
  targets: readonly string[],
  headers: Record<string, string>,
  durationMs: number,
  connections = 8,
): Promise<Load> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const times: number[] = [];
  const endMs = performance.now() + durationMs;
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endMs) {
        const startMs = performance.now();
        const { statusCode, body } = await pool.request({
          path: targets[next++ % targets.length] ?? "/",
          method: "GET",
          headers,
        });
        await body.dump({ limit: 10_000_000 });
        if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
        times.push(performance.now() - startMs);
      }
    }),
  );
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { count: times.length, perSecond: (times.length / durationMs) * 1000, p50Ms: at(0.5), p99Ms: at(0.99) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
