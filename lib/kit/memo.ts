/** A cache with a bound: where it is full, what was asked for the longest ago goes. */
export class Memo<V> {
  readonly max: number;
  readonly #weigh: (value: V) => number;
  readonly #values = new Map<string, { readonly value: V; readonly weight: number }>();
  #size = 0;

  /** Without `weigh`, the bound is a number of values. One that alone is heavier than the bound is not cached. */
  constructor(max: number, weigh: (value: V) => number = () => 1) {
    this.max = max;
    this.#weigh = weigh;
  }

  /** The weight of all values. */
  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    const known = this.#values.get(key);
    if (known === undefined) return undefined;
    // A map iterates in the order of insertion, so that the last one used must be the last one inserted.
    this.#values.delete(key);
    this.#values.set(key, known);
    return known.value;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  set(key: string, value: V): void {
    this.delete(key);
    const weight = this.#weigh(value);
    if (weight > this.max) return;
    this.#values.set(key, { value, weight });
    this.#size += weight;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.max) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#size -= this.#values.get(key)?.weight ?? 0;
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }
}
