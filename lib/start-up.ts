import { endSessionsOfKey } from "./auth/sessions.ts";
import { tellNextAuthItsAddress } from "./env.ts";
import { logger } from "./log.ts";
import { closePurchases, purchases } from "./purchases/purchases.ts";
import { startMetrics } from "./operation/start-metrics.ts";
import { setStopHooks } from "./server/stop-hooks.ts";
import { closeStore, store } from "./store/database.ts";
import { whenKeyIsRefused } from "./upstream/key-refusal.ts";

/** Runs before the first request is answered. The server has read the settings and holds the data folder's lock. */
export async function startUp(): Promise<void> {
  tellNextAuthItsAddress();
  whenKeyIsRefused((keyId) => endSessionsOfKey(store(), keyId));
  setStopHooks({ finishWork: closePurchases, closeStore });
  // Opens the store, and resolves what the last process left under way, before anybody asks.
  purchases();
  await startMetrics();
}

/** The route and not the address: what stands in an address is the reader's affair. */
export function noteRequestError(error: unknown, where: { method: string; path: string }): void {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
  logger().error({ err: error, digest, ...where }, "a page failed");
}
