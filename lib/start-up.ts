import { noteThePeersAddress } from "./auth/peer-address.ts";
import { SettingError, settings, tellNextAuthItsAddress } from "./env.ts";
import { logger } from "./log.ts";
import { purchases } from "./purchases/purchases.ts";
import { takeOverSignals } from "./shut-down.ts";

/** Refuses wrong settings with one clear line, before anything is half done. */
export function startUp(): void {
  try {
    settings();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`hiraku: ${error.message}\n`);
    process.exit(1);
  }
  tellNextAuthItsAddress();
  noteThePeersAddress();
  if (settings().production) takeOverSignals();
  // Opens the store, and resolves what the last process left under way, before anybody asks.
  purchases();
}

/** The route and not the address: what stands in an address is the reader's affair. */
export function noteRequestError(error: unknown, where: { method: string; path: string }): void {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
  logger().error({ err: error, digest, ...where }, "a page failed");
}
