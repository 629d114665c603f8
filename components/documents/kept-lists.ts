import type { VirtualItem } from "@tanstack/react-virtual";

/** For going back to the same place. In memory only: a reload starts at the top with fresh data. */
export interface KeptList {
  readonly offset: number;
  readonly margin: number;
  readonly measurements: VirtualItem[];
}

const lists = new Map<string, KeptList>();
const listsMax = 20;
const historyMs = 3_000;
let historyAt = Number.NEGATIVE_INFINITY;

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => {
    historyAt = performance.now();
  });
}

/** True after the browser's back or forward button. A link to the same list starts at its top. */
export function cameByHistory(): boolean {
  return performance.now() - historyAt < historyMs;
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
