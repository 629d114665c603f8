/** A process that still runs this long after its work should have ended is stuck, and is ended. */
const stuckAfterMs = 5_000;

export interface StopRequestOptions {
  /** How long the work in progress may take after the request. */
  readonly timeoutMs: number;
  /** True where a closed standard input counts as a request too: the parent process that held it has died. */
  readonly withStdin: boolean;
}

/** Resolves when the process is asked to end, with the signal or reason. A second signal ends the process at once. */
export function stopRequested({ timeoutMs, withStdin }: StopRequestOptions): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (by: string) => {
      if (asked && by !== "stdin") process.exit(1);
      if (asked) return;
      asked = true;
      setTimeout(() => process.exit(1), timeoutMs + stuckAfterMs).unref();
      // Must not keep the process alive when it has nothing else to do.
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
