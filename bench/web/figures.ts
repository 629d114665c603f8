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

type Values = readonly number[];

/** Smaller is better. */
export const atMost = (what: string, values: Values, goal: number): void => report(what, values, ["<=", goal]);
export const atLeast = (what: string, values: Values, goal: number): void => report(what, values, [">=", goal]);
/** Measured because it explains another line; no goal of its own. */
export const reportWithoutGoal = (what: string, values: Values): void => report(what, values);

/** Our value and the peer's of the same round. */
export const ratioAtMost = (what: string, ours: Values, peer: Values, goal: number): void =>
  report(what, ratios(ours, peer), ["<=", goal], `${shown(median(ours))} / ${shown(median(peer))} = `);
export const ratioAtLeast = (what: string, ours: Values, peer: Values, goal: number): void =>
  report(what, ratios(ours, peer), [">=", goal], `${shown(median(ours))} / ${shown(median(peer))} = `);

const ratios = (ours: Values, peer: Values) => ours.map((each, at) => each / (peer[at] ?? Number.NaN));

/** The median, the least and the most; a goal is reached or missed where all rounds say so. */
function report(what: string, values: Values, goal?: readonly ["<=" | ">=", number], beside = ""): void {
  const figure = `${beside}${shown(median(values))}`;
  const interval = `[${shown(Math.min(...values))}, ${shown(Math.max(...values))}]`;
  const verdict = goal === undefined ? "" : `goal ${goal.join(" ")}: ${verdictOf(values, ...goal)}`;
  console.log(`${what.padEnd(50)} ${figure.padStart(20)}  ${interval.padEnd(20)} ${verdict}`.trimEnd());
}

function verdictOf(values: Values, sign: "<=" | ">=", goal: number): string {
  const holds = (value: number) => (sign === "<=" ? value <= goal : value >= goal);
  if (values.every(holds)) return "reached";
  if (values.some(holds)) return `unknown, the median ${holds(median(values)) ? "reaches" : "misses"} it`;
  process.exitCode = 1;
  return "missed";
}

function shown(value: number): string {
  return Math.abs(value) >= 20 ? value.toFixed(0) : value.toFixed(2);
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? Number.NaN)) / 2;
}

export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
