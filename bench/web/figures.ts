import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const quick = process.argv.includes("--quick");
export const sampleCount = quick ? 3 : 5;
export const root = path.join(import.meta.dirname, "../..");

/** One measurement of one variant: what was measured, in milliseconds or counts. */
export type Sample = Readonly<Record<string, number>>;
export type Figures<V extends string> = (variant: V, figure: string) => readonly number[];

/** In shuffled order after a warming round, so that disturbances affect all; each sample goes to disk at once. */
export async function inRounds<V extends string>(
  bench: string,
  variants: Readonly<Record<V, () => Promise<Sample>>>,
  { rounds = sampleCount, warming = true } = {},
): Promise<Figures<V>> {
  const folder = path.join(root, "bench/results");
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(variants) as V[];
  const found: { readonly name: V; readonly sample: Sample }[] = [];
  for (let round = warming ? 0 : 1; round <= rounds; round++) {
    for (const name of shuffled(names)) {
      const sample = await variants[name]();
      if (round === 0) continue;
      found.push({ name, sample });
      const line = { at: new Date().toISOString(), variant: name, round, cpu: pressure(), ...sample };
      appendFileSync(path.join(folder, `${bench}.jsonl`), `${JSON.stringify(line)}\n`);
    }
  }
  console.log(`cpu pressure after ${rounds} rounds: ${pressure()}`);
  return (variant, figure) =>
    found.filter(({ name }) => name === variant).map(({ sample }) => sample[figure] ?? Number.NaN);
}

export function pressure(): string {
  const file = "/proc/pressure/cpu";
  return existsSync(file) ? (readFileSync(file, "utf8").split("\n")[0] ?? "") : "unknown";
}

interface Interval {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

function intervalOf(values: readonly number[]): Interval {
  const sorted = [...values].sort((a, b) => a - b);
  return { low: sorted[0] ?? Number.NaN, middle: median(sorted), high: sorted.at(-1) ?? Number.NaN };
}

/** Our value and the peer's of the same round; smaller is better. */
export function ratioAtMost(what: string, ours: readonly number[], peer: readonly number[], goal: number): void {
  const ratio = intervalOf(ours.map((each, at) => each / (peer[at] ?? Number.NaN)));
  const figures = `${shown(median(ours))} / ${shown(median(peer))}`;
  line(what, figures, `${shown(ratio.middle)} [${shown(ratio.low)}, ${shown(ratio.high)}]`, ratio, goal);
}

/** The same where more is better. */
export function ratioAtLeast(what: string, ours: readonly number[], peer: readonly number[], goal: number): void {
  atLeast(
    what,
    ours.map((each, at) => each / (peer[at] ?? Number.NaN)),
    goal,
  );
}

export function atMost(what: string, values: readonly number[], goal: number): void {
  const each = intervalOf(values);
  line(what, shown(each.middle), `[${shown(each.low)}, ${shown(each.high)}]`, each, goal);
}

export function atLeast(what: string, values: readonly number[], goal: number): void {
  const { low, middle, high } = intervalOf(values);
  const verdict = verdictOf(low >= goal, high < goal, middle >= goal);
  print(what, shown(middle), `[${shown(low)}, ${shown(high)}]`, `goal >= ${goal}: ${verdict}`);
}

/** Measured because it explains another line; no goal of its own. */
export function reportWithoutGoal(what: string, values: readonly number[]): void {
  const { low, middle, high } = intervalOf(values);
  print(what, shown(middle), `[${shown(low)}, ${shown(high)}]`, "");
}

function line(what: string, figures: string, interval: string, { low, middle, high }: Interval, goal: number): void {
  print(what, figures, interval, `goal <= ${goal}: ${verdictOf(high <= goal, low > goal, middle <= goal)}`);
}

function verdictOf(reached: boolean, missed: boolean, middle: boolean): string {
  if (reached) return "reached";
  if (missed) process.exitCode = 1;
  return missed ? "missed" : `unknown, the median ${middle ? "reaches" : "misses"} it`;
}

function print(what: string, figures: string, interval: string, verdict: string): void {
  console.log(`${what.padEnd(50)} ${figures.padStart(15)}  ${interval.padEnd(20)} ${verdict}`.trimEnd());
}

function shown(value: number): string {
  return Math.abs(value) >= 20 ? value.toFixed(0) : value.toFixed(2);
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
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
