import { outOfRange } from "../../../lib/text/format/out-of-range.ts";

/** Best first, without sorting the rest: a heap whose root is the worst one kept. */
export function topOf(
  candidateCount: number,
  count: number,
  scores: Float64Array,
  compare: (x: number, y: number) => number,
): number[] {
  if (count <= 0) return [];
  const heap: number[] = [];
  const sink = (from: number) => {
    let at = from;
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && compare(heap[child] ?? outOfRange(), heap[worst] ?? outOfRange()) > 0) worst = child;
      }
      if (worst === at) return;
      swap(heap, at, worst);
      at = worst;
    }
  };
  for (let i = 0; i < candidateCount; i++) {
    if (heap.length < count) {
      heap.push(i);
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >>> 1;
        if (compare(heap[at] ?? outOfRange(), heap[parent] ?? outOfRange()) <= 0) break;
        swap(heap, at, parent);
        at = parent;
      }
      continue;
    }
    const root = heap[0] ?? outOfRange();
    if ((scores[i] ?? outOfRange()) < (scores[root] ?? outOfRange()) || compare(i, root) >= 0) continue;
    heap[0] = i;
    sink(0);
  }
  return heap.sort(compare);
}

function swap(list: number[], x: number, y: number): void {
  const kept = list[x] ?? outOfRange();
  list[x] = list[y] ?? outOfRange();
  list[y] = kept;
}
