import type { MarketFreshness } from "../contract/resources.ts";
import { app } from "../running-app.ts";
import { readFreshness } from "../upstream/freshness.ts";

/** How fresh the market of the configured service is; undefined where it doesn't tell, or not soon enough. */
export function marketFreshness(nowMs: number): Promise<MarketFreshness | undefined> {
  const { service, settings } = app();
  return readFreshness(service, settings.apiUrl, nowMs);
}
