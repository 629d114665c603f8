/** Work that must not overlap, one at a time and in the order in which it came. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  /** Nothing runs and nothing waits. */
  get isIdle(): boolean {
    return !this.#taken;
  }

  async take<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    try {
      return await work();
    } finally {
      // Handed over, not given up: nobody who comes now gets in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken = false;
      else next();
    }
  }
}
