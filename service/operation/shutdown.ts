/**
 * What was opened on the way up, closed in the opposite order on the way down: also when the way up ends half way,
 * so that a start that fails (a port in use) leaves nothing that keeps the process alive.
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
