import { existsSync } from "node:fs";
import path from "node:path";
import { hostnameOf, isLoopbackName } from "../kit/hosts.ts";
import { sampleLoadingMarker, sampleMarker } from "../kit/settings/demo.ts";
import { app } from "../running-app.ts";

/**
 * The service is the embedded one with the fictional sample market: it runs on this machine, and the launcher has
 * loaded the market into the data folder that it shares with this app. A service of somebody else never is.
 */
export function isSampleMarket(): boolean {
  if (!isLoopbackName(hostnameOf(new URL(app().settings.apiUrl).host))) return false;
  return hasMarker(sampleMarker) || hasMarker(sampleLoadingMarker);
}

/** True while lists may lack older documents that are about to come. */
export function isSampleLoading(): boolean {
  return hasMarker(sampleLoadingMarker);
}

function hasMarker(name: string): boolean {
  return existsSync(path.join(/* turbopackIgnore: true */ app().settings.dataFolder, name));
}
