/** How many pages may be loaded ahead: few at once, few a minute, each only once while it is fresh. */
const minuteMs = 60_000;
export const perMinuteMax = 20;
const gapMs = 250;

export class Pace {
  /** When each address was loaded, oldest first. */
  readonly #loaded = new Map<string, number>();

  /** Notes the address and returns true where it may be loaded now. */
  take(address: string, nowMs: number): boolean {
    for (const [each, atMs] of this.#loaded) if (nowMs - atMs >= minuteMs) this.#loaded.delete(each);
    const last = Math.max(-Infinity, ...this.#loaded.values());
    if (this.#loaded.has(address) || this.#loaded.size >= perMinuteMax || nowMs - last < gapMs) return false;
    this.#loaded.set(address, nowMs);
    return true;
  }
}
