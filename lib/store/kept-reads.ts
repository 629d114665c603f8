import { Memo } from "../kit/memo.ts";
import type { Store } from "./store.ts";

const keptMax = 2_000;

/** Reads of a store since it last changed: an older version is never asked for again. */
export class KeptReads {
  readonly memo = new Memo<unknown>(keptMax);
  readonly #store: Pick<Store, "version">;
  #version: string | undefined;

  constructor(store: Pick<Store, "version">) {
    this.#store = store;
  }

  /**
   * Reads again only when anything in the store has changed: between two changes a page's statements have the same
   * answers. `name` says what is read, and of whom: everything that the answer depends on. A store without a version is
   * read each time.
   */
  async of<T>(name: string, read: () => Promise<T>): Promise<T> {
    const version = await this.#store.version();
    if (version === undefined) return read();
    if (this.#version !== version) {
      this.memo.clear();
      this.#version = version;
    }
    // Under one name there is one kind of value, which the caller names.
    if (this.memo.has(name)) return this.memo.get(name) as T;
    const value = await read();
    if (this.#version === version) this.memo.set(name, value);
    return value;
  }
}
