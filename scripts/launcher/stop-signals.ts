/** npm passes on a Ctrl-C that the terminal has sent already: a second one within this time is the same. */
const sameSignalMs = 500;
const announceAfterMs = 1_000;

export interface StopActions {
  stop(): void;
  /** Called at a second signal, to stop without waiting. */
  cut(): void;
}

export function onStopSignals(actions: StopActions, waitMs: number): void {
  let askedAtMs: number | undefined;
  const ask = () => {
    if (askedAtMs === undefined) {
      askedAtMs = performance.now();
      setTimeout(() => {
        process.stdout.write(
          `  Finishing what is under way, ${Math.round(waitMs / 1000)} s at most a program; Ctrl-C cuts it\n`,
        );
      }, announceAfterMs).unref();
      actions.stop();
    } else if (performance.now() - askedAtMs > sameSignalMs) {
      actions.cut();
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
  // Started by a script under another Node; the channel between them shows when that one has ended.
  process.once("disconnect", ask);
  process.channel?.unref();
}
