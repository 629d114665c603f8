import type { Clock } from "../ports.ts";

export class TimeLimitError extends Error {
  constructor() {
    super("out of time");
    this.name = "TimeLimitError";
  }
}

/** The promise's value, or TimeLimitError after `ms`. The work continues unless the caller stops it. */
export async function withTimeLimit<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  const timer = clock.timer(Math.max(0, ms));
  try {
    return await Promise.race([
      work,
      timer.done.then((): never => {
        throw new TimeLimitError();
      }),
    ]);
  } finally {
    timer.cancel();
  }
}

/** The results in order, of at most `atOnce` pieces of work at a time. After a failure nothing more is begun. */
export async function eachInParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  let failed = false;
  const worker = async () => {
    for (const [at, item] of rest) {
      if (failed) return;
      try {
        results[at] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

export function pause(clock: Clock, ms: number): Promise<void> {
  return clock.timer(ms).done;
}

/** Limits the parallel paid calls of each key: one where a lost outcome can't be requested again, else a few. */
export class KeyQueues {
  readonly #queues = new Map<string, KeyQueue>();

  /** Keys with calls under way. */
  get size(): number {
    return this.#queues.size;
  }

  async within(keyId: string, capacity: () => Promise<number>, work: () => Promise<void>): Promise<void> {
    const queue = this.#queues.get(keyId) ?? new KeyQueue();
    this.#queues.set(keyId, queue);
    try {
      await queue.enter(capacity);
      try {
        await work();
      } finally {
        queue.leave();
      }
    } finally {
      if (queue.isEmpty) this.#queues.delete(keyId);
    }
  }
}

interface Waiter {
  capacity(): Promise<number>;
  enter(): void;
  fail(error: unknown): void;
}

class KeyQueue {
  #inside = 0;
  #admitting = false;
  readonly #waiting: Waiter[] = [];

  get isEmpty(): boolean {
    return this.#inside === 0 && this.#waiting.length === 0;
  }

  enter(capacity: () => Promise<number>): Promise<void> {
    return new Promise((enter, fail) => {
      this.#waiting.push({ capacity, enter, fail });
      void this.#admit();
    });
  }

  leave(): void {
    this.#inside--;
    void this.#admit();
  }

  /** Lets in who waits, in order. It runs once at a time: two that ask for the room at once would both take it. */
  async #admit(): Promise<void> {
    if (this.#admitting) return;
    this.#admitting = true;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      try {
        const room = await next.capacity();
        if (this.#inside >= room) break;
        this.#inside++;
        next.enter();
      } catch (error) {
        next.fail(error);
      }
      this.#waiting.shift();
    }
    this.#admitting = false;
  }
}
