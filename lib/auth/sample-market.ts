import { existsSync } from "node:fs";
import path from "node:path";
import { settings } from "../env.ts";
import { sampleMarker } from "../settings/demo.ts";
import { hostnameOf, isLoopbackName } from "./hosts.ts";

/**
 * Whether the service is the embedded one with the fictional sample market: it runs on this machine, and the launcher
 * has loaded the market into the data folder that it shares with this app. A service of somebody else never is.
 */
export function isSampleMarket(): boolean {
  const { apiUrl, dataFolder } = settings();
  if (!isLoopbackName(hostnameOf(new URL(apiUrl).host))) return false;
  return existsSync(path.join(/* turbopackIgnore: true */ dataFolder, sampleMarker));
}
