/**
 * Closes what the start has opened, in the opposite order, also after a start that failed half way (a port in use), so
 * that nothing keeps the process alive.
 */
export class Closers {
  readonly #closers: (() => unknown)[] = [];

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}
