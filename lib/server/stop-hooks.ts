/**
 * How the program's end reaches what Next has bundled: pages, routes and instrumentation are compiled apart from the
 * server they run in, so the two halves meet in one object of the process.
 */
export interface StopHooks {
  /** Finishes paid calls in flight; begins nothing new. */
  finishWork(): Promise<void>;
  /** The very last: the store is written out and closed. */
  closeStore(): void;
}

const shared: typeof globalThis & { hirakuStopHooks?: StopHooks | undefined } = globalThis;

export function setStopHooks(hooks: StopHooks): void {
  shared.hirakuStopHooks = hooks;
}

export function stopHooks(): StopHooks | undefined {
  return shared.hirakuStopHooks;
}
