export interface RetryShare {
  /** Retries that may be made in a row. */
  readonly capacity: number;
  /** How fast the allowance is restored. */
  readonly perSecond: number;
}

/** A failing service must not get even more requests. Times are monotonic: a clock set back would empty the bucket. */
export class RetryBucket {
  readonly #share: RetryShare;
  #tokens: number;
  #atMs: number;

  constructor(share: RetryShare, monotonicMs: number) {
    this.#share = share;
    this.#tokens = share.capacity;
    this.#atMs = monotonicMs;
  }

  take(monotonicMs: number): boolean {
    const gained = (Math.max(0, monotonicMs - this.#atMs) / 1000) * this.#share.perSecond;
    this.#tokens = Math.min(this.#share.capacity, this.#tokens + gained);
    this.#atMs = monotonicMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** One bucket for each service. There are few services; beyond this number the oldest are forgotten. */
const servicesMax = 100;

export class RetryBuckets {
  readonly #share: RetryShare;
  readonly #buckets = new Map<string, RetryBucket>();

  constructor(share: RetryShare) {
    this.#share = share;
  }

  take(service: string, monotonicMs: number): boolean {
    const bucket = this.#buckets.get(service) ?? new RetryBucket(this.#share, monotonicMs);
    this.#buckets.delete(service);
    this.#buckets.set(service, bucket);
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= servicesMax) break;
      this.#buckets.delete(oldest);
    }
    return bucket.take(monotonicMs);
  }
}
