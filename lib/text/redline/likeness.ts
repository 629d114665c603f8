import type { Unit } from "./units.ts";

/** A unit as it is compared with others: which pairs of characters it has, and a row's label. */
export interface Profile {
  readonly unit: Unit;
  /** Sorted. */
  readonly pairs: Uint32Array;
  readonly label: string;
}

export function profileOf(unit: Unit): Profile {
  const isRow = unit.kind === "row";
  const words = unit.key.slice(0, comparedMax).replace(/<[^<>]*>|[\s|]+/gu, "");
  // The figures of a row change from year to year and say nothing about which row it is.
  const text = isRow ? words.replace(/[\d,.△－-]+/gu, "") : words;
  const pairs = new Uint32Array(Math.max(0, text.length - 1));
  for (let at = 0; at < pairs.length; at++) pairs[at] = (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);
  return { unit, pairs: pairs.sort(), label: isRow ? labelOf(unit.key) : "" };
}

/** A unit is compared with many others: what is beyond makes it no other one. */
const comparedMax = 4_000;

const least = 0.45;
const leastOfRows = 0.6;
const unlabelled = 0.1;

/** 0 for units that have nothing to do with each other; rows of one label belong together whatever their figures. */
export function likeness(a: Profile, b: Profile): number {
  if (a.unit.kind !== b.unit.kind) return 0;
  if (a.unit.kind !== "row") return atLeast(least, sharedOf(a.pairs, b.pairs, least));
  if (a.label === "" || b.label === "") return a.label === b.label ? unlabelled : 0;
  if (a.label === b.label) return 1 + sharedOf(a.pairs, b.pairs, 0);
  return atLeast(leastOfRows, sharedOf(a.pairs, b.pairs, leastOfRows));
}

function atLeast(minimum: number, shared: number): number {
  return shared >= minimum ? shared : 0;
}

function sharedOf(a: Uint32Array, b: Uint32Array, minimum: number): number {
  const total = a.length + b.length;
  if (total === 0 || Math.min(a.length, b.length) * 2 < minimum * total) return 0;
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0];
    if (x === y) shared++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return (2 * shared) / total;
}

/** A row's first cell that has words, without numbers of notes. */
function labelOf(row: string): string {
  const cells = row
    .slice(0, comparedMax)
    .replace(/<br\s*\/?>/gu, "")
    .replace(/<[^<>]*>/gu, "|")
    .split("|");
  return (cells.find((cell) => /\p{L}/u.test(cell)) ?? "").replace(/[\s\d]|※/gu, "");
}
