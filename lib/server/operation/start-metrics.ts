import { registerBounded } from "../../kit/bounded.ts";
import { serveMetrics } from "../../kit/process/metrics-server.ts";
import { purchases, store } from "../../running-app.ts";
import { settings } from "../../settings.ts";
import { countOpenIntents, countOwners, countSessions } from "../../store/counts.ts";
import { countKeptKeys } from "../../store/kept-keys.ts";
import { storeBytes } from "../../store/sizes.ts";
import { countWaitingDeliveries } from "../../store/webhooks.ts";
import { availabilityOf } from "../../upstream/availability.ts";
import { makeWebMetrics } from "./web-metrics.ts";

/** Serves the metrics where a port is set. Fails in words where it can't be opened. Returns what ends it. */
export async function serveWebMetrics(): Promise<() => void> {
  const { metricsPort: port, host, dataFolder, apiUrl } = settings();
  if (port === "off") return () => undefined;
  registerBounded({
    name: "hiraku_web_purchases_under_way",
    help: "Purchases that are running.",
    max: undefined,
    size: () => purchases().purchaseService.runner.underWay,
  });
  const metrics = makeWebMetrics({
    dataFolder,
    storeBytes: () => storeBytes(store(), dataFolder),
    openIntents: () => countOpenIntents(store()),
    sessionCount: () => countSessions(store()),
    ownerCount: () => countOwners(store()),
    keptKeyCount: () => countKeptKeys(store()),
    waitingDeliveries: () => countWaitingDeliveries(store()),
    serviceAnswers: () => !availabilityOf(apiUrl).isAway(),
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
