/** A process that is still there so long after its work should have ended is stuck: it ends without a word. */
const stuckAfterMs = 5_000;

export interface StopRequestOptions {
  /** How long the work in flight may take after the request. */
  readonly timeoutMs: number;
  /** Standard input that closes is a request too: whoever holds its other end has died, perhaps by kill -9. */
  readonly withStdin: boolean;
}

/**
 * Resolves when the process is asked to end, with what asked. A second signal ends it at once: whoever sends it
 * does not want to wait.
 */
export function stopRequested({ timeoutMs, withStdin }: StopRequestOptions): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (by: string) => {
      if (asked && by !== "stdin") process.exit(1);
      if (asked) return;
      asked = true;
      setTimeout(() => process.exit(1), timeoutMs + stuckAfterMs).unref();
      // Left open, it would keep alive a process that has nothing else to do.
      if (withStdin) process.stdin.destroy();
      resolve(by);
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ask(signal));
    if (!withStdin) return;
    process.stdin.resume();
    process.stdin.once("end", () => ask("stdin"));
    process.stdin.once("error", () => ask("stdin"));
  });
}
