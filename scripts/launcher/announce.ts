import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { LauncherSettings } from "./settings.ts";

const startMs = 60_000;

/** Waits until both programs answer. Returns the name of one that takes too long. */
export async function untilReady(settings: LauncherSettings, isStopping: () => boolean): Promise<string | undefined> {
  const web = { url: `${localUrl(settings.webHost, settings.webPort)}/sign-in`, name: "web app" };
  const service = { url: `${settings.apiUrl}/health/ready`, name: "service" };
  for (const { url, name } of settings.embedded ? [service, web] : [web]) {
    let deadline = Date.now() + startMs;
    for (;;) {
      if (isStopping()) return undefined;
      const state = await stateOf(url);
      if (state === "up") break;
      // It runs and says why it isn't ready, for example while a large store migrates for minutes.
      if (state === "migrating") deadline = Date.now() + startMs;
      if (Date.now() > deadline) return name;
      await wait(100);
    }
  }
  return undefined;
}

export interface Keys {
  readonly demo: string | undefined;
  /** At the one start that has made it. */
  readonly first: string | undefined;
}

/** Keys are printed to a terminal only; piped output, which may be a log, gets a hint instead. */
export function greeting(settings: LauncherSettings, keys: Keys, isLoading: boolean): string {
  const host = settings.webHost === "127.0.0.1" ? "localhost" : settings.webHost;
  const lines = [
    `Hiraku    http://${host}:${settings.webPort}`,
    `Service   ${settings.apiUrl}${settings.embedded ? "" : "  (not ours)"}`,
  ];
  if (settings.edinet !== undefined) {
    lines.push(`EDINET    ${settings.edinet}, the newest filings first; 'npm run -s hiraku -- status' says how far`);
  }
  if (keys.demo !== undefined) {
    lines.push(`Demo key  ${process.stdout.isTTY ? keys.demo : "in the data folder, file demo-key"}`);
  }
  if (keys.first !== undefined) lines.push(`First key ${firstKey(settings.data, keys.first)}`);
  if (isLoading) lines.push("The newest year of the sample market is there; older years follow in the background.");
  lines.push("Stop with Ctrl-C");
  return `\n${lines.map((line) => `  ${line}\n`).join("")}\n`;
}

function firstKey(data: string, key: string): string {
  if (process.stdout.isTTY) return `${key}  (shown once: keep it)`;
  writeFileSync(path.join(data, "first-key"), `${key}\n`, { mode: 0o600 });
  return "in the data folder, file first-key: note it and remove the file";
}

function localUrl(host: string, port: number): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

async function stateOf(url: string): Promise<"up" | "migrating" | "down"> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(5_000) });
    if (response.status === 503 && (await response.text()).includes('"migrations":"pending"')) return "migrating";
    await response.body?.cancel();
    return response.status < 500 ? "up" : "down";
  } catch {
    return "down";
  }
}
