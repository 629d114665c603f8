import { logger } from "../log.ts";

/** A run goes on when nobody waits for it. */
export function goOn(running: Promise<void>): void {
  running.catch((error: unknown) => logger().error({ err: error }, "an answer broke off"));
}
