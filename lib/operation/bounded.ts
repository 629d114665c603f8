/**
 * Everything the web app keeps in memory has a bound. Caches, queues and tables register here when they are created,
 * and the metrics report their size and bound. Pages and routes are bundled separately and may each have a cache under
 * one name; their sizes are then added.
 */
export interface Bounded {
  /** The name of the metric with the size; the one with the bound has the suffix `_max`. */
  readonly name: string;
  readonly help: string;
  /** Undefined for a queue that its producers keep bounded. */
  readonly max: number | undefined;
  /** One list for the whole process, whichever bundle registers. */
  readonly shared?: true;
  size(): number;
}

const registered = new Map<string, Bounded[]>();

export function registerBounded(bounded: Bounded): void {
  const same = bounded.shared === true ? [] : (registered.get(bounded.name) ?? []);
  registered.set(bounded.name, [...same, bounded]);
}

export function listBounded(): readonly { name: string; help: string; size: number; max: number | undefined }[] {
  return [...registered.values()].flatMap((same) => {
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
