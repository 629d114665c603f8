import { statfsSync } from "node:fs";
import path from "node:path";
import { readSettings, SettingError as WebSettingError } from "../../lib/env.ts";
import { readConfig, SettingError as ServiceSettingError } from "../../service/config.ts";
import { refuse, root } from "../toolchain.mjs";

/** What the launcher itself is told; the two programs' own settings are read by their own readers. */
export interface LauncherSettings {
  readonly data: string;
  readonly webHost: string;
  readonly webPort: number;
  readonly apiHost: string;
  readonly apiPort: number;
  readonly apiUrl: string;
  /** Somebody else's service needs no service of ours. */
  readonly embedded: boolean;
  readonly loadsSample: boolean;
  readonly stopTimeoutMs: number;
  readonly webHeapMegabytes: number;
  readonly apiHeapMegabytes: number;
  readonly logBytesMax: number;
}

interface LauncherSetting {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

const rows = {
  sample: {
    name: "HIRAKU_SAMPLE",
    fallback: "on",
    meaning: "off: `npm start` doesn't load the fictional sample market into an empty data folder.",
  },
  webHeap: {
    name: "HIRAKU_WEB_HEAP_MB",
    fallback: "1024",
    meaning: "Most memory in megabytes that `npm start` lets the web app's JavaScript heap take.",
  },
  apiHeap: {
    name: "HIRAKU_API_HEAP_MB",
    fallback: "2048",
    meaning: "Most memory in megabytes that `npm start` lets the service's JavaScript heap take.",
  },
} as const satisfies Record<string, LauncherSetting>;

/** For the README, whose table a test compares with this one. */
export const settingsTable: readonly LauncherSetting[] = Object.values(rows);

/** Every setting of both programs is read here once, so that a wrong one is refused before anything is started. */
export function readLauncherSettings(vars: Readonly<Record<string, string | undefined>>): LauncherSettings {
  const embedded = (vars["HIRAKU_API_URL"] ?? "").trim() === "";
  try {
    const config = readConfig(vars);
    const apiHost = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
    const apiUrl = `http://${apiHost.includes(":") ? `[${apiHost}]` : apiHost}:${config.port}`;
    const own = embedded ? { HIRAKU_API_URL: apiUrl, HIRAKU_API_PLAIN_HTTP: "accept" } : {};
    const web = readSettings({ ...vars, ...own });
    return {
      data: path.resolve(root, vars["HIRAKU_DATA"]?.trim() || ".data"),
      webHost: web.host,
      webPort: web.port,
      apiHost: config.host,
      apiPort: config.port,
      apiUrl: web.apiUrl,
      embedded,
      loadsSample: onOrOff(vars, rows.sample),
      stopTimeoutMs: web.stopTimeoutMs,
      webHeapMegabytes: megabytes(vars, rows.webHeap),
      apiHeapMegabytes: megabytes(vars, rows.apiHeap),
      logBytesMax: web.logBytesMax,
    };
  } catch (error) {
    if (error instanceof WebSettingError || error instanceof ServiceSettingError) return refuse(error.message);
    throw error;
  }
}

function valueOf(vars: Readonly<Record<string, string | undefined>>, { name, fallback }: LauncherSetting): string {
  return vars[name]?.trim() || fallback;
}

function onOrOff(vars: Readonly<Record<string, string | undefined>>, row: LauncherSetting): boolean {
  const value = valueOf(vars, row);
  if (value !== "on" && value !== "off") refuse(`${row.name} must be on or off, and is '${value}'.`);
  return value === "on";
}

function megabytes(vars: Readonly<Record<string, string | undefined>>, row: LauncherSetting): number {
  const value = Number(valueOf(vars, row));
  if (!Number.isInteger(value) || value < 128 || value > 1_000_000) {
    refuse(`${row.name} must be a whole number from 128 to 1000000, and is '${valueOf(vars, row)}'.`);
  }
  return value;
}

/** Free space in megabytes for whoever runs this. */
export function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 1e6);
}
