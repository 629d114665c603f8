/** Pairs of indices that stay, rising in both lists. */
export type Kept = readonly (readonly [number, number])[];

const cellsMax = 2_000_000;
/**
 * How often what is between entries that occur once is searched for such entries again, each time all of it: real
 * filings need five levels. One that was written for it needs as many as it has sentences.
 */
const depthMax = 30;

/**
 * The entries that two lists share in the same order: what begins and ends alike first, then between entries that occur
 * once on each side, then exactly, where that is small enough. What is left is different.
 */
export function alignEqual(a: readonly string[], b: readonly string[]): Kept {
  const kept: [number, number][] = [];
  align(a, 0, a.length, b, 0, b.length, kept, 0);
  return kept.sort((x, y) => x[0] - y[0]);
}

function align(
  a: readonly string[],
  fromA: number,
  toA: number,
  b: readonly string[],
  fromB: number,
  toB: number,
  kept: [number, number][],
  depth: number,
): void {
  let [startA, startB, endA, endB] = [fromA, fromB, toA, toB];
  while (startA < endA && startB < endB && a[startA] === b[startB]) kept.push([startA++, startB++]);
  while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) kept.push([--endA, --endB]);
  if (startA === endA || startB === endB) return;
  const anchors = depth < depthMax ? uniqueAnchors(a, startA, endA, b, startB, endB) : [];
  if (anchors.length === 0) {
    if ((endA - startA) * (endB - startB) <= cellsMax) exact(a, startA, endA, b, startB, endB, kept);
    return;
  }
  let [lastA, lastB] = [startA, startB];
  for (const [atA, atB] of anchors) {
    align(a, lastA, atA, b, lastB, atB, kept, depth + 1);
    kept.push([atA, atB]);
    [lastA, lastB] = [atA + 1, atB + 1];
  }
  align(a, lastA, endA, b, lastB, endB, kept, depth + 1);
}

/** Entries that occur once on each side, as many as stand in the same order. */
function uniqueAnchors(
  a: readonly string[],
  fromA: number,
  toA: number,
  b: readonly string[],
  fromB: number,
  toB: number,
): [number, number][] {
  const inA = onlyPlaces(a, fromA, toA);
  const inB = onlyPlaces(b, fromB, toB);
  const pairs: [number, number][] = [];
  for (const [text, at] of inA) {
    const other = inB.get(text);
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other]);
  }
  return risingPairs(pairs);
}

function onlyPlaces(list: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at++) {
    const text = list[at] ?? "";
    // An empty line stands everywhere and anchors nothing.
    if (text.trim() !== "") places.set(text, places.has(text) ? -1 : at);
  }
  return places;
}

/** A longest run of pairs that rise on the second side too; they come rising on the first. */
function risingPairs(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, value], index) => {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = index;
  });
  const run: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) run.push(pair);
  }
  return run.reverse();
}

function exact(
  a: readonly string[],
  fromA: number,
  toA: number,
  b: readonly string[],
  fromB: number,
  toB: number,
  kept: [number, number][],
): void {
  const pairs = bestPairs(toA - fromA, toB - fromB, (row, column) => (a[fromA + row] === b[fromB + column] ? 1 : 0));
  for (const [row, column] of pairs) kept.push([fromA + row, fromB + column]);
}

/** Pairs of rows and columns, rising in both, of the greatest total weight; a weight of 0 pairs nothing. */
export function bestPairs(
  rows: number,
  columns: number,
  weight: (row: number, column: number) => number,
): [number, number][] {
  const width = columns + 1;
  const best = new Float32Array((rows + 1) * width);
  const weights = new Float32Array(rows * columns);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const own = weight(row, column);
      weights[row * columns + column] = own;
      const paired = own > 0 ? own + (best[(row + 1) * width + column + 1] ?? 0) : 0;
      best[row * width + column] = Math.max(
        best[(row + 1) * width + column] ?? 0,
        best[row * width + column + 1] ?? 0,
        paired,
      );
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const here = best[row * width + column] ?? 0;
    const below = best[(row + 1) * width + column] ?? 0;
    const beside = best[row * width + column + 1] ?? 0;
    if (here > below && here > beside && (weights[row * columns + column] ?? 0) > 0) pairs.push([row++, column++]);
    else if (below >= beside) row++;
    else column++;
  }
  return pairs;
}
