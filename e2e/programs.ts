import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { signIn } from "../scripts/sign-in.ts";
import { freePort, untilAnswers } from "../scripts/wait-for-program.ts";

/**
 * The web app and its service as two children of a test, which may stop, starve and restart each of them. They
 * have a data folder of their own with a small sample market, and run what `npm start` has built.
 */
const root = path.resolve(import.meta.dirname, "..");

export interface Programs {
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly data: string;
  readonly web: () => ChildProcess;
  readonly service: () => ChildProcess;
  /** The last output of the web app on its terminal. */
  readonly webSaid: () => string;
  startService(): Promise<void>;
  startWeb(nodeOptions?: readonly string[]): Promise<void>;
  /** A key of its own, with credits without end. */
  makeKey(): string;
  /** A key with so many credits, and its id. */
  makeFundedKey(credits: number): { readonly key: string; readonly id: string };
  /** A key that opens the operator's page alone. */
  makeOperatorKey(): string;
  /** The cookie of somebody signed in with a key; with the demo key where none is given. */
  signIn(key?: string): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  readonly issuers?: number;
  readonly years?: number;
  /** Variables that the web app gets, or the service. */
  readonly webEnv?: Readonly<Record<string, string>>;
  readonly serviceEnv?: Readonly<Record<string, string>>;
  /** Where the web app finds the service, if something stands in between. */
  readonly upstreamUrl?: (apiUrl: string) => string;
  /** A folder that stays when the programs stop; what is in it is taken as it is. */
  readonly data?: string;
  readonly ports?: readonly [web: number, api: number];
}

export async function makePrograms({
  issuers = 6,
  years = 1,
  webEnv = {},
  serviceEnv = {},
  ...options
}: Options = {}): Promise<Programs> {
  const data = options.data ?? mkdtempSync(path.join(os.tmpdir(), "hiraku-programs-"));
  const [webPort, apiPort] = options.ports ?? [await freePort(), await freePort()];
  const webUrl = `http://localhost:${webPort}`;
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const env = {
    ...process.env,
    HIRAKU_DATA: data,
    HIRAKU_API_URL: options.upstreamUrl?.(apiUrl) ?? apiUrl,
    PORT: String(webPort),
    NODE_ENV: "production" as const,
  };
  const hiraku = (...args: readonly string[]) =>
    execFileSync(process.execPath, ["cli/main.ts", ...args], { cwd: root, env, encoding: "utf8", stdio: "pipe" });
  const limits = ["--per-minute", "1000000", "--per-day", "100000000"];
  const makeKey = () => keyIn(hiraku("keys", "create", "--name", "reader", ...limits, "--json"));
  const makeOperatorKey = () => keyIn(hiraku("keys", "create", "--operator", "--name", "operator", "--json"));
  const makeFundedKey = (credits: number) =>
    Key.parse(JSON.parse(hiraku("keys", "create", "--credits", String(credits), ...limits, "--json")));
  const keyFile = path.join(data, "demo-key");
  if (!existsSync(keyFile)) {
    hiraku("sample", "load", "--issuers", String(issuers), "--years", String(years), "--lengths", "short");
    writeFileSync(keyFile, `${makeKey()}\n`, { mode: 0o600 });
  }

  const children: { web?: ChildProcess; service?: ChildProcess } = {};
  const said = { web: "", service: "" };
  const start = async (name: "web" | "service", args: readonly string[], probe: string, extra = {}) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...env, ...extra },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children[name] = child;
    said[name] = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => (said[name] = (said[name] + chunk).slice(-4_000)));
    }
    await untilAnswers(probe, () => {
      if (child.exitCode !== null) throw new Error(`the ${name} ended with ${child.exitCode}:\n${said[name]}`);
    });
  };
  return {
    webUrl,
    apiUrl,
    data,
    web: () => running(children.web),
    service: () => running(children.service),
    webSaid: () => said.web,
    startService: () =>
      start("service", ["cli/main.ts", "serve", "--port", String(apiPort)], `${apiUrl}/health/ready`, serviceEnv),
    startWeb: (nodeOptions = []) => start("web", [...nodeOptions, "lib/server/main.ts"], `${webUrl}/sign-in`, webEnv),
    makeKey,
    makeFundedKey,
    makeOperatorKey,
    signIn: (key) => signIn(webUrl, key),
    async stop() {
      await Promise.all(Object.values(children).map((child) => end(child)));
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

const Key = z.object({ key: z.string(), id: z.string() });

function running(child: ChildProcess | undefined): ChildProcess {
  if (child === undefined) throw new Error("it was not started");
  return child;
}

function keyIn(json: string): string {
  const key = /"key":\s*"([^"]+)"/.exec(json)?.[1];
  if (key === undefined) throw new Error(`no key in: ${json}`);
  return key;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGCONT");
  child.kill("SIGKILL");
  await ended;
}
