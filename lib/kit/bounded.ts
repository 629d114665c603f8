/**
 * Everything the web app keeps in memory has a bound. Caches, queues and tables register here when they are created,
 * and the metrics report their size and bound. A name that is registered again belongs to the one created last.
 */
export interface Bounded {
  /** The name of the metric with the size; the one with the bound has the suffix `_max`. */
  readonly name: string;
  readonly help: string;
  /** Undefined for a queue that its producers keep bounded. */
  readonly max: number | undefined;
  size(): number;
}

const registered = new Map<string, Bounded>();

export function registerBounded(bounded: Bounded): void {
  registered.set(bounded.name, bounded);
}

export function listBounded(): readonly { name: string; help: string; size: number; max: number | undefined }[] {
  return [...registered.values()].map((each) => ({
    name: each.name,
    help: each.help,
    size: each.size(),
    max: each.max,
  }));
}
