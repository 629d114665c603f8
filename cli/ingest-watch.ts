import { lockFolder } from "../lib/kit/process/folder-lock.ts";
import { sayLastWords } from "../lib/kit/process/last-words.ts";
import { logFolderOf } from "../lib/kit/process/log-files.ts";
import { openLogOutput } from "../lib/kit/process/log-output.ts";
import { stopRequested } from "../lib/kit/process/stop-request.ts";
import type { Config } from "../service/config.ts";
import { systemClock } from "../service/ingest/clock.ts";
import { runWatch } from "../service/ingest/watch/run-watch.ts";
import { createLog } from "../service/operation/logger.ts";
import { ingestLock } from "./archive/layout.ts";
import { type CliIo, UsageError } from "./command.ts";

const lookForLockMs = 2_000;
const flushMs = 500;

/** `hiraku ingest watch`: until it is asked to end. */
export async function watchUntilStopped(config: Config, io: CliIo, withStdin: boolean): Promise<number> {
  if (config.edinetKey === "" && config.inbox === "") {
    throw new UsageError("There is nothing to watch: set HIRAKU_EDINET_KEY or HIRAKU_INBOX.");
  }
  const abort = new AbortController();
  const { signal } = abort;
  void stopRequested({ timeoutMs: config.stopTimeoutMs, withStdin }).then(() => abort.abort());
  const bytesMax = config.logMegabytes * 1_000_000;
  const output = openLogOutput({
    ...{ folder: logFolderOf(config.data), program: "ingest", bytesMax, terminal: config.logToTerminal },
  });
  const log = createLog(config.logLevel, output);
  const silence = sayLastWords((error) => {
    log.failure("ingestion died", error);
    log.flush();
  });
  const flushing = setInterval(() => log.flush(), flushMs);
  try {
    for (;;) {
      // Before anything is opened: a restore may be moving the store away.
      const lock = lockFolder(config.data, ingestLock);
      if (lock !== undefined) {
        log.event("watching", { edinet: config.edinetKey !== "", inbox: config.inbox !== "" });
        io.warn(`hiraku watches ${sourcesOf(config)} for ${config.data}`);
        await runWatch({ config, clock: systemClock, log, signal });
        lock.release();
        return 0;
      }
      await systemClock.sleep(lookForLockMs, signal);
      if (signal.aborted) return 0;
    }
  } finally {
    clearInterval(flushing);
    log.event("stopped");
    log.flush();
    silence();
  }
}

function sourcesOf({ edinetKey, edinetUrl, inbox }: Config): string {
  return [...(edinetKey === "" ? [] : [edinetUrl]), ...(inbox === "" ? [] : [inbox])].join(" and ");
}
