/**
 * Aligns two versions of one text. Runs of characters that occur once in each are anchors, and the longest sequence of
 * them in the same order is used. Between two anchors the same is repeated on the shorter text, in which shorter runs
 * are unique. Text that was moved, or is in one version only, has no anchor.
 */
export interface Anchor {
  /** Position in the first text and in the second, of a run of `length` characters that is the same in both. */
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

const runLengths = [16, 10, 6, 4];
/** In long texts short runs agree by chance. */
const reachOf = (length: number): number => (length >= 10 ? Number.POSITIVE_INFINITY : length * 500);

export function align(a: string, b: string): readonly Anchor[] {
  const anchors: Anchor[] = [];
  between(a, b, { a0: 0, a1: a.length, b0: 0, b1: b.length }, 0, anchors);
  return anchors;
}

interface Area {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

function between(a: string, b: string, area: Area, step: number, out: Anchor[]): void {
  const length = runLengths[step];
  if (length === undefined || area.a1 - area.a0 < length || area.b1 - area.b0 < length) return;
  const reach = reachOf(length);
  const chain = area.a1 - area.a0 > reach || area.b1 - area.b0 > reach ? [] : ordered(commonOnce(a, b, area, length));
  const anchors = joined(chain, length);
  let { a0, b0 } = area;
  for (const anchor of [...anchors, { a: area.a1, b: area.b1, length: 0 }]) {
    between(a, b, { a0, a1: anchor.a, b0, b1: anchor.b }, step + 1, out);
    if (anchor.length > 0) out.push(anchor);
    a0 = anchor.a + anchor.length;
    b0 = anchor.b + anchor.length;
  }
}

interface Point {
  readonly a: number;
  readonly b: number;
}

/** Runs that come exactly once on either side, in the order of the second. */
function commonOnce(a: string, b: string, { a0, a1, b0, b1 }: Area, length: number): Point[] {
  const twice = -1;
  const inA = new Map<string, number>();
  for (let at = a0; at + length <= a1; at++) {
    const run = a.slice(at, at + length);
    inA.set(run, inA.has(run) ? twice : at);
  }
  const inB = new Map<string, number>();
  for (let at = b0; at + length <= b1; at++) {
    const run = b.slice(at, at + length);
    if ((inA.get(run) ?? twice) === twice) continue;
    inB.set(run, inB.has(run) ? twice : at);
  }
  const points: Point[] = [];
  for (const [run, at] of inB) if (at !== twice) points.push({ a: inA.get(run) ?? 0, b: at });
  return points.sort((one, other) => one.b - other.b);
}

/** The longest sequence in which both positions grow. */
function ordered(points: readonly Point[]): Point[] {
  const ends: number[] = [];
  const before = new Int32Array(points.length);
  points.forEach(({ a }, at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((points[ends[middle] ?? 0]?.a ?? 0) < a) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = at;
  });
  const chain: Point[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const point = points[at];
    if (point !== undefined) chain.push(point);
  }
  return chain.reverse();
}

/** Runs that overlap or touch in step on both sides are one. */
function joined(chain: readonly Point[], length: number): Anchor[] {
  const anchors: { a: number; b: number; length: number }[] = [];
  for (const { a, b } of chain) {
    const last = anchors.at(-1);
    if (last !== undefined && a - last.a === b - last.b && a <= last.a + last.length) {
      last.length = a - last.a + length;
    } else if (last === undefined || (a >= last.a + last.length && b >= last.b + last.length)) {
      anchors.push({ a, b, length });
    }
  }
  return anchors;
}
