/**
 * Lets the server stop what Next has bundled: pages, routes and instrumentation are compiled separately from the server
 * they run in, so both use one global object.
 */
export interface StopHooks {
  /** Finishes running paid calls, and starts no new ones. */
  finishWork(): Promise<void>;
  /** Called last: checkpoints and closes the store. */
  closeStore(): Promise<void>;
}

let current: StopHooks | undefined;

export function setStopHooks(hooks: StopHooks): void {
  current = hooks;
}

export function stopHooks(): StopHooks | undefined {
  return current;
}
