/** Counts who has a blob open, so that it is not removed meanwhile. */
export class Holds {
  readonly #inUse = new Map<string, number>();

  has(blob: string): boolean {
    return this.#inUse.has(blob);
  }

  /** Returns what lets go again; calling that twice does nothing more. */
  take(blob: string): () => void {
    this.#inUse.set(blob, (this.#inUse.get(blob) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.#inUse.get(blob) ?? 1) - 1;
      if (left === 0) this.#inUse.delete(blob);
      else this.#inUse.set(blob, left);
    };
  }
}

/** An entry takes 200 bytes; a file dropped from this cache is verified once more. */
const verifiedCountMax = 50_000;

/** Each entry has a value that changes with its bytes. The oldest goes first. */
export class Verified {
  readonly #entries = new Map<string, string>();

  get(key: string): string | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: string): void {
    const oldest = this.#entries.size >= verifiedCountMax ? this.#entries.keys().next() : undefined;
    if (oldest?.done === false && !this.#entries.has(key)) this.#entries.delete(oldest.value);
    this.#entries.set(key, value);
  }
}

export const blobName = /^[0-9a-f]{64}$/;
