import type { Change } from "./change.ts";

/** A short line, such as the head of a table, stands in many places. */
const charactersMin = 16;

/** Numbers the units that were deleted at one place and inserted at another, once on each side. */
export function markMoves(changes: readonly Change[]): readonly Change[] {
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
