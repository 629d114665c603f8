/** Runs tasks that must not overlap, one at a time, in the order in which they were added. */
export class SerialQueue {
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  /** True where no task is running or waiting. */
  get isIdle(): boolean {
    return !this.#taken;
  }

  async take<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    try {
      return await work();
    } finally {
      // The turn is passed on directly, so that a task added now can't come first.
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken = false;
      else next();
    }
  }
}
