import { settings } from "../env.ts";
import { serveMetrics } from "../process/metrics-server.ts";
import { purchasesUnderWay } from "../purchases/purchases.ts";
import { countOpenIntents, countOwners, countSessions } from "../store/counts.ts";
import { store } from "../store/database.ts";
import { countKeptKeys } from "../store/kept-keys.ts";
import { storeBytes } from "../store/sizes.ts";
import { countWaitingDeliveries } from "../store/webhooks.ts";
import { availabilityOf } from "../upstream/availability.ts";
import { registerBounded } from "./bounded.ts";
import { makeWebMetrics } from "./web-metrics.ts";

/** Serves the metrics where a port is set. A port that can't be opened ends the start, as the app's own port does. */
export async function serveWebMetrics(): Promise<void> {
  const { metricsPort: port, host, dataFolder, apiUrl } = settings();
  if (port === "off") return;
  registerBounded({
    name: "hiraku_web_purchases_under_way",
    help: "Purchases that are running.",
    max: undefined,
    shared: true,
    size: purchasesUnderWay,
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
    await serveMetrics(metrics, { host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    process.stderr.write(`hiraku: port ${port} of HIRAKU_WEB_METRICS_PORT can't be opened (${code}).\n`);
    process.exit(1);
  }
}
