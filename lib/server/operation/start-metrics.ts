import { serveMetrics } from "../../kit/process/metrics-server.ts";
import type { App } from "../../running-app.ts";
import { countOpenIntents, countOwners, countSessions } from "../../store/counts.ts";
import { countKeptKeys } from "../../store/kept-keys.ts";
import { storeBytes } from "../../store/sizes.ts";
import { countWaitingDeliveries } from "../../store/webhooks.ts";
import { boundedOf } from "./bounded.ts";
import { makeWebMetrics } from "./web-metrics.ts";

/** Serves the metrics where a port is set. Fails in words where it can't be opened. Returns what ends it. */
export async function serveWebMetrics(app: App): Promise<() => void> {
  const { store, service, settings } = app;
  const { metricsPort: port, host, dataFolder, apiUrl } = settings;
  if (port === "off") return () => undefined;
  const metrics = makeWebMetrics({
    dataFolder,
    service,
    bounded: () => boundedOf(app),
    storeBytes: () => storeBytes(store, dataFolder),
    openIntents: () => countOpenIntents(store),
    sessionCount: () => countSessions(store),
    ownerCount: () => countOwners(store),
    keptKeyCount: () => countKeptKeys(store),
    waitingDeliveries: () => countWaitingDeliveries(store),
    serviceAnswers: () => !service.availabilityOf(apiUrl).isAway(),
  });
  try {
    const server = await serveMetrics(metrics, { host, port });
    return () => {
      server.closeAllConnections();
      server.close();
    };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(`port ${port} of HIRAKU_WEB_METRICS_PORT can't be opened (${code}).`, { cause: error });
  }
}
