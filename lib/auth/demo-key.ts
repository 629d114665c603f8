import { readFileSync } from "node:fs";
import path from "node:path";
import { settings } from "../env.ts";
import { hostnameOf, isLoopbackHost, isLoopbackName } from "./hosts.ts";

/**
 * The demo key, which the launcher leaves in the data folder. It is offered only where nobody else can be: the
 * embedded service on loopback, asked for by a browser on loopback.
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
