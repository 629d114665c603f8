/**
 * Whatever the web app keeps in memory has a bound, and tells how full it is: caches, queues and tables of keys
 * register here where they are made, and the metrics read them. Pages and routes are bundled apart and may each
 * have a cache of their own; then the sizes add up.
 */
export interface Bounded {
  /** Of the metric that tells the size; `_max` behind it tells the bound. */
  readonly name: string;
  readonly help: string;
  /** Undefined for a queue that is bounded by what feeds it. */
  readonly max: number | undefined;
  /** One for the whole process, whichever bundle registers it. */
  readonly shared?: true;
  size(): number;
}

const shared: typeof globalThis & { hirakuBounded?: Map<string, Bounded[]> } = globalThis;

export function registerBounded(bounded: Bounded): void {
  shared.hirakuBounded ??= new Map();
  const same = bounded.shared === true ? [] : (shared.hirakuBounded.get(bounded.name) ?? []);
  shared.hirakuBounded.set(bounded.name, [...same, bounded]);
}

export function listBounded(): readonly { name: string; help: string; size: number; max: number | undefined }[] {
  return [...(shared.hirakuBounded ?? new Map<string, Bounded[]>()).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { name, help, max } = first;
    const sum = (of: (each: Bounded) => number) => same.reduce((total, each) => total + of(each), 0);
    return [
      {
        name,
        help,
        size: sum((each) => each.size()),
        max: max === undefined ? undefined : sum((each) => each.max ?? 0),
      },
    ];
  });
}
