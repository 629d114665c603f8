import { rm, stat } from "node:fs/promises";

interface Copy {
  readonly file: Promise<string | undefined>;
  users: number;
}

const unusedCountMax = 8;
const unusedBytesMax = 268_435_456;

/** Such as PDFs drawn page by page: the last few stay here, so that not every page fetches all of it. */
export class LocalCopies {
  /** The longest unused comes first. */
  readonly #copies = new Map<string, Copy>();

  /** Work that asks at once shares one download. Undefined where `fetch` gives none. */
  async take(blob: string, fetch: () => Promise<string | undefined>): Promise<string | undefined> {
    const known = this.#copies.get(blob);
    const copy = known ?? { file: fetch(), users: 0 };
    copy.users++;
    this.#copies.delete(blob);
    this.#copies.set(blob, copy);
    const file = await copy.file.catch((error: unknown) => {
      this.#forget(blob, copy);
      throw error;
    });
    if (file === undefined) this.#forget(blob, copy);
    return file;
  }

  async giveBack(blob: string): Promise<void> {
    const copy = this.#copies.get(blob);
    if (copy !== undefined) copy.users--;
    let [count, bytes] = [0, 0];
    for (const [name, each] of [...this.#copies].reverse()) {
      if (each.users > 0) continue;
      const file = await each.file.catch(() => undefined);
      if (file === undefined || each.users > 0) continue;
      bytes += (await stat(file).catch(() => undefined))?.size ?? 0;
      if (++count <= unusedCountMax && bytes <= unusedBytesMax) continue;
      if (each.users > 0) continue;
      this.#forget(name, each);
      await rm(file, { force: true });
    }
  }

  async close(): Promise<void> {
    const files = await Promise.all([...this.#copies.values()].map(({ file }) => file.catch(() => undefined)));
    this.#copies.clear();
    for (const file of files) if (file !== undefined) await rm(file, { force: true });
  }

  #forget(blob: string, copy: Copy): void {
    if (this.#copies.get(blob) === copy) this.#copies.delete(blob);
  }
}
