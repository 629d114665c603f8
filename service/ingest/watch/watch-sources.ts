import type { Clock } from "../clock.ts";
import type { EdinetWatch } from "./edinet-watch.ts";
import type { Inbox } from "./inbox.ts";
import type { WatchLog } from "./watch-log.ts";

export interface Watched {
  readonly edinet: EdinetWatch | undefined;
  readonly inbox: Inbox | undefined;
  /** True where this process watches for all. */
  readonly isOurs: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: WatchLog;
  readonly signal: AbortSignal;
}

/** How often the folder is looked at, and whether another process has let go. */
const lookEveryMs = 5_000;
const sleepMaxMs = 60_000;
/** After a failure that is nobody's: no store, no disk. */
const failedMs = 30_000;

/** Until its signal fires. */
export async function watchSources({ edinet, inbox, isOurs, clock, log, signal }: Watched): Promise<void> {
  let isRecovered = false;
  while (!signal.aborted) {
    try {
      if (!(await isOurs())) {
        isRecovered = false;
        await clock.sleep(lookEveryMs, signal);
        continue;
      }
      if (!isRecovered) {
        await edinet?.recover();
        inbox?.recover();
        isRecovered = true;
      }
      const hasTaken = (await inbox?.step()) === true;
      if ((await edinet?.step()) === true || hasTaken) continue;
      const untilNextMs = edinet === undefined ? sleepMaxMs : (await edinet.nextAtMs()) - clock.now();
      await clock.sleep(Math.min(untilNextMs, inbox === undefined ? sleepMaxMs : lookEveryMs), signal);
    } catch (error) {
      if (signal.aborted) return;
      log.failure("watching failed", error);
      await clock.sleep(failedMs, signal);
    }
  }
}
