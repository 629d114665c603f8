import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { logger } from "./log.ts";
import { closePurchases } from "./purchases/purchases.ts";
import { closeStore } from "./store/database.ts";

/** A supervisor kills after 3 s; what is under way by then is recovered at the next start. */
const patienceMs = 2_000;

/**
 * Ends in order: no new request, paid calls finished, store checkpointed. Next's own handlers would exit as soon
 * as the last answer is out, and a purchase whose browser has left has no answer to wait for.
 */
export function takeOverSignals(): void {
  let server: Server | undefined;
  const note = (message: unknown) => {
    server = (message as { server: Server }).server;
    unsubscribe("http.server.request.start", note);
  };
  subscribe("http.server.request.start", note);
  let ending = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      server?.close();
      server?.closeIdleConnections();
      void finish(signal).finally(() => process.exit(0));
    });
  }
}

async function finish(signal: string): Promise<void> {
  logger().info({ signal }, "stopping");
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([closePurchases().catch(() => undefined), late]);
  closeStore();
}
