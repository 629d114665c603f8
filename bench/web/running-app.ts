import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContextOptions } from "playwright";
import { inBrowser } from "./browser.ts";
import { root } from "./figures.ts";
import { freePort } from "../../scripts/wait-for-program.ts";

/** The web app with its service, started as a user starts them: `npm start`, which builds what isn't built. */
export interface RunningApp {
  readonly url: string;
  readonly apiUrl: string;
  readonly startedInMs: number;
  stop(): Promise<void>;
}

export async function startApp(data: string): Promise<RunningApp> {
  const [webPort, apiPort] = [await freePort(), await servicePort(data)];
  const began = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { ...process.env, HIRAKU_DATA: data, PORT: String(webPort), HIRAKU_API_PORT: String(apiPort) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const url = `http://localhost:${webPort}`;
  await new Promise<void>((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes(url)) resolve();
    });
    child.once("exit", () => reject(new Error(`npm start ended:\n${text}`)));
  });
  return {
    url,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    startedInMs: performance.now() - began,
    async stop() {
      process.off("exit", end);
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
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
