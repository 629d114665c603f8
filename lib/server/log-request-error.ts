import { logger } from "../log.ts";

/** Logs the route and not the address, which shows what a user reads. */
export function logRequestError(error: unknown, where: { method: string; path: string }): void {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
  logger().error({ err: error, digest, ...where }, "a page failed");
}
