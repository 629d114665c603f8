import { statfs } from "node:fs/promises";
import type { Config } from "../../config.ts";
import type { Clock } from "../clock.ts";
import { openPublicationSink } from "../open-publication-sink.ts";
import { IngestSession } from "../session.ts";
import { codesUrlOf, EdinetClient, usualClient } from "../sources/edinet/client.ts";
import { EdinetWatch, type EdinetWatchOptions } from "./edinet-watch.ts";
import { Inbox } from "./inbox.ts";
import type { WatchLog } from "./watch-log.ts";
import { watchSources } from "./watch-sources.ts";

export interface WatchRun {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: WatchLog;
  readonly signal: AbortSignal;
}

/** Follows what the settings name until the signal fires. Whoever calls holds the lock of the data folder. */
export async function runWatch({ config, clock, log, signal }: WatchRun): Promise<void> {
  const sink = await openPublicationSink(config, config.blobs);
  const output = { isTerminal: false, redraw: () => undefined, print: () => undefined };
  const session = new IngestSession({
    ...{ dataFolder: config.data, sink, now: () => clock.now(), output, signal },
    retry: true,
    incoming: "incoming-watched",
  });
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(config.data);
    return bavail * bsize;
  };
  const common = { session, clock, log, signal, freeBytes };
  try {
    await watchSources({
      edinet: config.edinetKey === "" ? undefined : edinetOf(config, common),
      inbox: config.inbox === "" ? undefined : new Inbox({ folder: config.inbox, ...common }),
      isOurs: () => sink.ingests(),
      ...{ clock, log, signal },
    });
  } finally {
    await session.close();
    await sink.close();
  }
}

type Common = Omit<EdinetWatchOptions, "client" | "since" | "pauseMs">;

function edinetOf(config: Config, common: Common): EdinetWatch {
  const { clock, signal } = common;
  const { edinetSince: since, edinetPauseMs: pauseMs } = config;
  const client = new EdinetClient({
    ...usualClient,
    baseUrl: config.edinetUrl,
    codesUrl: codesUrlOf(config.edinetUrl),
    key: config.edinetKey,
    ...{ pauseMs, fetch, clock, signal },
  });
  return new EdinetWatch({ ...common, client, since, pauseMs });
}
