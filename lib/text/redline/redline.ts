import { alignEqual, bestPairs } from "./align.ts";
import type { Change, Redline } from "./change.ts";
import { compareMarks, compareUnits } from "./compare-units.ts";
import { likeness, type Profile, profileOf } from "./likeness.ts";
import { type Unit, unitsOf } from "./units.ts";

/**
 * Sentences aligned, numbers as wholes, rows of tables cell by cell, moves as moves. It is made in steps, so that a
 * server can answer others between them; `redlineOf` runs them all.
 */
export function* redlineSteps(before: string, after: string): Generator<void, Redline> {
  const [a, b] = [unitsOf(before), unitsOf(after)];
  const kept = alignEqual(
    a.map((unit) => unit.key),
    b.map((unit) => unit.key),
  );
  yield;
  const changes: Change[] = [];
  let [atA, atB] = [0, 0];
  for (const [keptA, keptB] of [...kept, [a.length, b.length] as const]) {
    if (atA < keptA || atB < keptB) yield* gap(a.slice(atA, keptA), b.slice(atB, keptB), changes);
    const [from, to] = [a[keptA], b[keptB]];
    if (from !== undefined && to !== undefined) {
      changes.push({ kind: "same", unit: to.kind, parts: compareMarks(from, to) });
    }
    [atA, atB] = [keptA + 1, keptB + 1];
  }
  return markMoves(changes);
}

export function redlineOf(before: string, after: string): Redline {
  const steps = redlineSteps(before, after);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const comparisonsMax = 60_000;

/** Between two units that stayed: what is alike is compared within, what is not was deleted or inserted. */
function* gap(a: readonly Unit[], b: readonly Unit[], changes: Change[]): Generator<void> {
  for (const [partA, partB] of slices(a, b)) {
    const [profilesA, profilesB] = [partA.map(profileOf), partB.map(profileOf)];
    const pairs = bestPairs(partA.length, partB.length, (row, column) => weigh(profilesA[row], profilesB[column]));
    yield;
    let [atA, atB] = [0, 0];
    for (const [row, column] of [...pairs, [partA.length, partB.length] as const]) {
      for (; atA < row; atA++) push(changes, "deleted", partA[atA]);
      for (; atB < column; atB++) push(changes, "inserted", partB[atB]);
      const [from, to] = [partA[row], partB[column]];
      if (from !== undefined && to !== undefined) {
        changes.push({ kind: "changed", unit: to.kind, parts: compareUnits(from, to) });
      }
      [atA, atB] = [row + 1, column + 1];
    }
    yield;
  }
}

function weigh(a: Profile | undefined, b: Profile | undefined): number {
  return a === undefined || b === undefined ? 0 : likeness(a, b);
}

/** A gap too large to compare each unit with each is cut into slices of the same share of both. */
function slices(a: readonly Unit[], b: readonly Unit[]): [readonly Unit[], readonly Unit[]][] {
  const count = Math.max(1, Math.ceil(Math.sqrt((a.length * b.length) / comparisonsMax)));
  return Array.from({ length: count }, (_, index) => [
    a.slice(Math.floor((a.length * index) / count), Math.floor((a.length * (index + 1)) / count)),
    b.slice(Math.floor((b.length * index) / count), Math.floor((b.length * (index + 1)) / count)),
  ]);
}

function push(changes: Change[], kind: "deleted" | "inserted", unit: Unit | undefined): void {
  if (unit !== undefined) changes.push({ kind, unit: unit.kind, parts: [{ kind, text: unit.text }] });
}

/** The later text, from the earlier one and a redline; throws where the redline was made from another text. */
export function applyRedline(before: string, redline: Redline): string {
  let at = 0;
  let after = "";
  for (const { parts } of redline) {
    for (const { kind, text } of parts) {
      if (kind !== "inserted") {
        if (!before.startsWith(text, at)) throw new Error("The redline was made from another text.");
        at += text.length;
      }
      if (kind !== "deleted") after += text;
    }
  }
  if (at !== before.length) throw new Error("The redline was made from a shorter text.");
  return after;
}

/** A short line, such as the head of a table, stands in many places. */
const charactersMin = 16;

/** Numbers the units that were deleted at one place and inserted at another, once on each side. */
function markMoves(changes: readonly Change[]): readonly Change[] {
  const deleted = placesOf(changes, "deleted");
  const inserted = placesOf(changes, "inserted");
  const moves = new Map<number, number>();
  let count = 0;
  for (const [text, from] of deleted) {
    const to = inserted.get(text);
    if (from.length !== 1 || to?.length !== 1) continue;
    count++;
    for (const at of [...from, ...to]) moves.set(at, count);
  }
  return count === 0 ? changes : changes.map((each, at) => (moves.has(at) ? { ...each, move: moves.get(at) } : each));
}

function placesOf(changes: readonly Change[], kind: "deleted" | "inserted"): Map<string, number[]> {
  const places = new Map<string, number[]>();
  changes.forEach((change, at) => {
    const text = change.parts
      .map((part) => part.text)
      .join("")
      .trim();
    if (change.kind !== kind || text.length < charactersMin) return;
    const known = places.get(text);
    if (known === undefined) places.set(text, [at]);
    else known.push(at);
  });
  return places;
}
