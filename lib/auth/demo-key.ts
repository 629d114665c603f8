import { readFileSync } from "node:fs";
import path from "node:path";
import { settings } from "../env.ts";
import { hostnameOf, isLoopbackHost, isLoopbackName } from "./hosts.ts";

/**
 * The demo key, which the launcher writes into the data folder. It is offered only on one machine: to a browser on
 * loopback, while the service is on loopback too.
 */
export function findDemoKey(host: string | null): string | undefined {
  const { apiUrl, dataFolder } = settings();
  if (!isLoopbackHost(host) || !isLoopbackName(hostnameOf(new URL(apiUrl).host))) return undefined;
  try {
    const key = readFileSync(path.join(/* turbopackIgnore: true */ dataFolder, "demo-key"), "utf8").trim();
    return key === "" ? undefined : key;
  } catch {
    return undefined;
  }
}
