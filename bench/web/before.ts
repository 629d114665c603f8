import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { request } from "@playwright/test";
import { findMarket, pagesOf } from "../../e2e/market.ts";
import { benchData } from "./data.ts";
import { root } from "./figures.ts";
import { type RunningApp, type Session, signIn, startApp } from "./running-app.ts";

/** A running build with somebody signed in, and the addresses of its pages. */
export interface Build {
  readonly app: RunningApp;
  readonly session: Session;
  readonly address: (page: string) => string;
}

/**
 * This build, and the one before where HIRAKU_BENCH_BEFORE names its checkout. Both run at the same time, each on data
 * of its own, and are measured in the same rounds: only what differs between them counts.
 */
export async function startBuilds(): Promise<{ readonly now: Build; readonly before: Build | undefined }> {
  const now = await startBuild(root);
  const checkout = process.env["HIRAKU_BENCH_BEFORE"];
  if (checkout === undefined) {
    console.log("no HIRAKU_BENCH_BEFORE: figures of this build alone, which no goal is compared with");
    return { now, before: undefined };
  }
  if (!existsSync(path.join(checkout, "scripts", "start.mjs"))) throw new Error(`${checkout} is no checkout`);
  return { now, before: await startBuild(path.resolve(checkout)) };
}

async function startBuild(checkout: string): Promise<Build> {
  const app = await startApp(checkout === root ? await benchData() : dataOf(checkout), checkout);
  const session = await signIn(app);
  const api = await request.newContext({ baseURL: app.url, storageState: session });
  const pages = pagesOf(await findMarket(api));
  await api.dispose();
  return { app, session, address: (page) => app.url + (pages[page] ?? "") };
}

export async function stopBuilds(...builds: readonly (Build | undefined)[]): Promise<void> {
  for (const build of builds) await build?.app.stop();
}

/** Made by the other checkout itself, whose stores are of its own version. */
function dataOf(checkout: string): string {
  const code = 'const { benchData } = await import("./bench/web/data.ts"); console.log("\\n" + (await benchData()));';
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: checkout,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`the data of ${checkout} could not be made`);
  return stdout.trim().split("\n").at(-1) ?? "";
}
