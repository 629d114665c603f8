interface Shared<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/** Each caller waits until its own signal fires; the work is stopped when none waits any more. */
export function shareWork<T>(): (
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T> {
  const running = new Map<string, Shared<T>>();
  return async (name, signal, work) => {
    signal.throwIfAborted();
    let shared = running.get(name);
    if (shared === undefined) {
      const stop = new AbortController();
      const own: Shared<T> = { result: work(stop.signal), stop, waiting: 0 };
      const forget = () => {
        if (running.get(name) === own) running.delete(name);
      };
      own.result.then(forget, forget);
      running.set(name, own);
      shared = own;
    }
    shared.waiting++;
    try {
      return await untilAborted(shared.result, signal);
    } finally {
      shared.waiting--;
      if (shared.waiting === 0) {
        // Work that is being stopped can't be joined.
        if (running.get(name) === shared) running.delete(name);
        shared.stop.abort();
      }
    }
  };
}

function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
