/** npm passes a Ctrl-C on to us, who have had it from the terminal already: within this time it is the same one. */
const sameSignalMs = 500;
const sayAfterMs = 1_000;

export interface StopActions {
  stop(): void;
  /** Asked a second time: nobody wants to wait any more. */
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
      }, sayAfterMs).unref();
      actions.stop();
    } else if (performance.now() - askedAtMs > sameSignalMs) {
      actions.cut();
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
  // Started by another Node's launcher script: its death is told by the channel between them.
  process.once("disconnect", ask);
  process.channel?.unref();
}
