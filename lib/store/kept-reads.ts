import { registerBounded } from "../kit/bounded.ts";
import type { Store } from "./store.ts";

/** An older version is never asked for again. */
interface KeptReads {
  version: string | undefined;
  readonly values: Map<string, unknown>;
}

const keptMax = 2_000;

const keptReads = new WeakMap<Store, KeptReads>();
let keptReadsSize: (() => number) | undefined;

registerBounded({
  name: "hiraku_web_kept_reads",
  help: "What pages have read of the store and is kept until anything in it changes.",
  max: keptMax,
  size: () => keptReadsSize?.() ?? 0,
});

/**
 * Reads again only when anything in the store has changed: between two changes a page's statements have the same
 * answers. `name` says what is read, and of whom: everything that the answer depends on. A store without a version is
 * read each time.
 */
export async function keptRead<T>(store: Store, name: string, read: () => Promise<T>): Promise<T> {
  const version = await store.version();
  if (version === undefined) return read();
  const kept = keptOf(store);
  if (kept.version !== version) {
    kept.values.clear();
    kept.version = version;
  }
  // Under one name there is one kind of value, which the caller names.
  if (kept.values.has(name)) return kept.values.get(name) as T;
  const value = await read();
  if (kept.version !== version) return value;
  kept.values.set(name, value);
  for (const oldest of kept.values.keys()) {
    if (kept.values.size <= keptMax) break;
    kept.values.delete(oldest);
  }
  return value;
}

function keptOf(store: Store): KeptReads {
  const known = keptReads.get(store) ?? { version: undefined, values: new Map<string, unknown>() };
  keptReads.set(store, known);
  keptReadsSize = () => known.values.size;
  return known;
}
