import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContextOptions } from "playwright";
import { freePort, startProgram } from "../../scripts/wait-for-program.ts";
import { inBrowser } from "./browser.ts";
import { root } from "./figures.ts";

/** The web app with its service, started as a user starts them: `npm start`, which builds what isn't built. */
export interface RunningApp {
  readonly url: string;
  /** The web app's own process, beneath the launcher. */
  webProcessId(): number;
  serviceProcessId(): number;
  stop(): Promise<void>;
}

/** `checkout`: another one of this repository, with what it needs installed. */
export async function startApp(data: string, checkout = root): Promise<RunningApp> {
  const [webPort, apiPort] = [await freePort(), await servicePort(data)];
  const url = `http://localhost:${webPort}`;
  const { child, stop } = await startProgram(process.execPath, ["scripts/start.mjs"], {
    url: `${url}/sign-in`,
    cwd: checkout,
    env: { ...process.env, HIRAKU_DATA: data, PORT: String(webPort), HIRAKU_API_PORT: String(apiPort) },
  });
  return {
    url,
    webProcessId: () => childOf(child.pid ?? 0, "lib/server/main.ts"),
    serviceProcessId: () => childOf(child.pid ?? 0, "cli/main.ts"),
    stop,
  };
}

/** The process beneath another whose command names a file. Linux only, as are the benches that need it. */
function childOf(parent: number, file: string): number {
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      if (!readFileSync(`/proc/${name}/cmdline`, "utf8").includes(file)) continue;
      if (isBeneath(Number(name), parent)) return Number(name);
    } catch {
      // It ended meanwhile.
    }
  }
  throw new Error(`no ${file} runs beneath ${parent}`);
}

/** An older build starts its launcher through another Node. */
function isBeneath(processId: number, ancestor: number): boolean {
  const { parent } = statusOf(processId);
  return parent === ancestor || (parent > 1 && isBeneath(parent, ancestor));
}

function statusOf(processId: number): { readonly parent: number; readonly cpuMs: number } {
  const text = readFileSync(`/proc/${processId}/stat`, "utf8");
  // The name before it is in brackets and may hold spaces. Times are in hundredths of a second.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * 10 };
}

/** Processor time that a process has used so far, all its threads together. */
export function cpuMsOf(processId: number): number {
  return statusOf(processId).cpuMs;
}

/** Resident memory. */
export function memoryMbOf(processId: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

/** Ownership belongs to the service's address, so a data folder keeps the port that it began with. */
async function servicePort(data: string): Promise<number> {
  const file = path.join(data, ".bench-port");
  if (!existsSync(file)) writeFileSync(file, String(await freePort()));
  return Number(readFileSync(file, "utf8"));
}

export type Session = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Signed in with the folder's demo key, as the button on the sign-in page does. */
export function signIn(app: RunningApp): Promise<Session> {
  return inBrowser({}, async ({ page, context }) => {
    await page.goto(`${app.url}/sign-in`);
    await page.getByRole("button", { name: /demo key/i }).click();
    await page.waitForURL(`${app.url}/`);
    return context.storageState();
  });
}

export function cookieOf(session: Session): string {
  return session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
