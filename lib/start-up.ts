import { forgetRefusedAgentKey, forgetUnusedAgentKeys } from "./agents/kept-key.ts";
import { startAnswers } from "./answers/answers.ts";
import { answersUnderWay } from "./answers/go-on.ts";
import { secrets } from "./auth/secrets.ts";
import { endSessionsOfKey } from "./auth/sessions.ts";
import { setNextAuthAddress } from "./env.ts";
import { logger } from "./log.ts";
import { serveWebMetrics } from "./operation/start-metrics.ts";
import { closePurchases, purchases } from "./purchases/purchases.ts";
import { followSharedKeys } from "./receipts/shared-keys.ts";
import { setStopHooks } from "./server/stop-hooks.ts";
import { closeStore, startStore, store } from "./store/database.ts";
import { forgetRefusedKey } from "./updates/kept-key.ts";
import { startUpdates, stopUpdates } from "./updates/schedule.ts";
import { whenKeyIsRefused } from "./upstream/key-refusal.ts";
import { followSharedPauses } from "./upstream/shared-pauses.ts";

/** Runs before the first request is answered. The server has read the settings, holds the data folder's lock and has made the store fit to be used. */
export async function startUp(): Promise<void> {
  setNextAuthAddress();
  await startStore();
  const stopKeys = store().engine === "postgres" ? await followSharedKeys(store(), secrets()) : undefined;
  const stopPauses = store().engine === "postgres" ? followSharedPauses(store()) : undefined;
  whenKeyIsRefused(async (keyId) => {
    await endSessionsOfKey(store(), keyId);
    await forgetRefusedKey(store(), keyId);
    await forgetRefusedAgentKey(store(), keyId);
  });
  let stopAnswers = () => {};
  setStopHooks({
    finishWork: async () => {
      stopAnswers();
      await Promise.all([closePurchases(), answersUnderWay(), stopUpdates()]);
    },
    async closeStore() {
      stopKeys?.();
      stopPauses?.();
      await closeStore();
    },
  });
  // Opens the store and resolves what ended processes left unfinished, before any request.
  await purchases();
  stopAnswers = await startAnswers();
  await forgetUnusedAgentKeys(store(), Date.now());
  startUpdates();
  await serveWebMetrics();
}

/** Logs the route and not the address, which shows what a user reads. */
export function logRequestError(error: unknown, where: { method: string; path: string }): void {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
  logger().error({ err: error, digest, ...where }, "a page failed");
}
