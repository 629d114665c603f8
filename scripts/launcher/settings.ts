import { statfsSync } from "node:fs";
import path from "node:path";
import { SettingError, type SettingName, settingReader, type Variables } from "../../lib/kit/settings/settings.ts";
import { readSettings } from "../../lib/settings.ts";
import { readConfig } from "../../service/config.ts";
import { refuse, root } from "../toolchain.mjs";

export interface LauncherSettings {
  readonly data: string;
  readonly webHost: string;
  readonly webPort: number;
  readonly apiHost: string;
  readonly apiPort: number;
  readonly apiUrl: string;
  /** With another service's address the own service is not started. */
  readonly embedded: boolean;
  readonly sample: "auto" | "on" | "short" | "off";
  /** EDINET's address, where there is a key for it. */
  readonly edinet: string | undefined;
  /** True where a program follows EDINET or a folder. */
  readonly watches: boolean;
  readonly stopTimeoutMs: number;
  readonly webHeapMegabytes: number;
  readonly apiHeapMegabytes: number;
  readonly logBytesMax: number;
}

/** Every setting of both programs is read here once, so that a wrong one is refused before anything is started. */
export function readLauncherSettings(vars: Variables): LauncherSettings {
  const embedded = (vars["HIRAKU_API_URL"] ?? "").trim() === "";
  try {
    const own = settingReader(vars);
    const config = readConfig(vars);
    const apiHost = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
    const apiUrl = `http://${apiHost.includes(":") ? `[${apiHost}]` : apiHost}:${config.port}`;
    const embeddedService = embedded ? { HIRAKU_API_URL: apiUrl, HIRAKU_API_PLAIN_HTTP: "accept" } : {};
    const web = readSettings({ ...vars, ...embeddedService });
    return {
      data: path.resolve(root, own.text("HIRAKU_DATA")),
      webHost: web.host,
      webPort: portOf("PORT", web.port),
      apiHost: config.host,
      apiPort: embedded ? portOf("HIRAKU_API_PORT", config.port) : config.port,
      apiUrl: web.apiUrl,
      embedded,
      sample: own.choice("HIRAKU_SAMPLE", ["auto", "on", "short", "off"]),
      edinet: embedded && config.edinetKey !== "" ? config.edinetUrl : undefined,
      watches: embedded && (config.edinetKey !== "" || config.inbox !== ""),
      stopTimeoutMs: web.stopTimeoutMs,
      webHeapMegabytes: own.integer("HIRAKU_WEB_HEAP_MB"),
      apiHeapMegabytes: own.integer("HIRAKU_API_HEAP_MB"),
      logBytesMax: web.logBytesMax,
    };
  } catch (error) {
    if (error instanceof SettingError) return refuse(error.message);
    throw error;
  }
}

/** With port 0 nothing could find the service's port. */
function portOf(name: SettingName, port: number): number {
  if (port === 0) throw new SettingError(name, "must be a port from 1 on, since `npm start` tells its address");
  return port;
}

export function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 1e6);
}
