import { registerBounded } from "../operation/bounded.ts";
import type { Store } from "./store.ts";

interface Kept {
  readonly version: string;
  readonly value: unknown;
}

const keptMax = 2_000;

const shared: typeof globalThis & { hirakuKeptReads?: WeakMap<Store, Map<string, Kept>> } = globalThis;
const sizes: typeof globalThis & { hirakuKeptReadsSize?: () => number } = globalThis;

registerBounded({
  name: "hiraku_web_kept_reads",
  help: "What pages have read of the store and is kept until anything in it changes.",
  max: keptMax,
  shared: true,
  size: () => sizes.hirakuKeptReadsSize?.() ?? 0,
});

/**
 * What `read` finds in the store, read again only when anything in the store has changed: between two changes a page's
 * statements have the same answers. `name` says what is read, and of whom: everything that the answer depends on. Where
 * the store can't tell, it is read each time.
 */
export async function keptRead<T>(store: Store, name: string, read: () => Promise<T>): Promise<T> {
  const version = await store.version();
  if (version === undefined) return read();
  const kept = keptOf(store);
  const known = kept.get(name);
  // Under one name there is one kind of value, which the caller names.
  if (known !== undefined && known.version === version) return known.value as T;
  const value = await read();
  kept.delete(name);
  kept.set(name, { version, value });
  for (const oldest of kept.keys()) {
    if (kept.size <= keptMax) break;
    kept.delete(oldest);
  }
  return value;
}

function keptOf(store: Store): Map<string, Kept> {
  shared.hirakuKeptReads ??= new WeakMap();
  const known = shared.hirakuKeptReads.get(store) ?? new Map<string, Kept>();
  shared.hirakuKeptReads.set(store, known);
  sizes.hirakuKeptReadsSize = () => known.size;
  return known;
}
