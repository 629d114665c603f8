import type { VirtualItem } from "@tanstack/react-virtual";

/**
 * Where a list was left, so that going back finds the same rows in the same place. Kept in memory: a reload starts
 * at the top of fresh data, which is what a reload is for.
 */
export interface KeptList {
  readonly offset: number;
  readonly margin: number;
  readonly measurements: VirtualItem[];
}

const lists = new Map<string, KeptList>();
const listsMax = 20;
const traversalMs = 3_000;
let traversedAt = Number.NEGATIVE_INFINITY;

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => {
    traversedAt = performance.now();
  });
}

/** True on the way back or forward; a link to the same list begins at its top. */
export function wasTraversed(): boolean {
  return performance.now() - traversedAt < traversalMs;
}

export function keptList(name: string): KeptList | undefined {
  return lists.get(name);
}

export function keepList(name: string, list: KeptList): void {
  lists.delete(name);
  lists.set(name, list);
  const oldest = lists.keys().next().value;
  if (lists.size > listsMax && oldest !== undefined) lists.delete(oldest);
}
