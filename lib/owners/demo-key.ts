import { readFileSync } from "node:fs";
import path from "node:path";
import { hostnameOf, isLoopbackHost, isLoopbackName } from "../kit/hosts.ts";
import type { Settings } from "../settings.ts";
import { isLocalCaller } from "./peer-address.ts";

/**
 * The demo key, which the launcher writes into the data folder. It is offered only on one machine: to a browser there
 * that uses a loopback name and no proxy, while the service is there too, and where no public address is set.
 */
export function findDemoKey(
  { apiUrl, dataFolder, publicOrigin }: Pick<Settings, "apiUrl" | "dataFolder" | "publicOrigin">,
  asked: Pick<Headers, "get">,
): string | undefined {
  if (publicOrigin !== undefined || !isLocalCaller(asked) || !isLoopbackHost(asked.get("host"))) return undefined;
  if (!isLoopbackName(hostnameOf(new URL(apiUrl).host))) return undefined;
  try {
    const key = readFileSync(path.join(/* turbopackIgnore: true */ dataFolder, "demo-key"), "utf8").trim();
    return key === "" ? undefined : key;
  } catch {
    return undefined;
  }
}
