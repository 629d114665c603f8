import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { freePort, type Started, startProgram } from "../wait-for-program.ts";

export const root = path.resolve(import.meta.dirname, "../..");
export const operateFolder = path.join(root, "docs", "operate");

/** A drill that can't be run on this machine, with the reason. */
export class Skipped extends Error {}

export interface Deployment {
  readonly data: string;
  readonly webPort: number;
  readonly apiPort: number;
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly env: NodeJS.ProcessEnv;
}

export async function deployment(data: string, more: Readonly<Record<string, string>> = {}): Promise<Deployment> {
  return deploymentOn([await freePort(), await freePort()], data, more);
}

/** At the same addresses, since owners and idempotency keys depend on the service's address. */
export function sameDeployment({ webPort, apiPort }: Deployment, data: string): Deployment {
  return deploymentOn([webPort, apiPort], data, {});
}

function deploymentOn(
  [webPort, apiPort]: readonly [number, number],
  data: string,
  more: Readonly<Record<string, string>>,
) {
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  return {
    data,
    webPort,
    apiPort,
    webUrl: `http://127.0.0.1:${webPort}`,
    apiUrl,
    env: {
      ...process.env,
      HIRAKU_DATA: data,
      HIRAKU_API_PORT: String(apiPort),
      HIRAKU_API_URL: apiUrl,
      PORT: String(webPort),
      ...more,
    },
  };
}

/** The program of a unit file, started from this folder, with its environment under ours and without what it leaves out. */
export function readUnit(name: string, ours: NodeJS.ProcessEnv): { start: string; env: NodeJS.ProcessEnv } {
  const unit = readFileSync(path.join(operateFolder, `${name}.service`), "utf8");
  const valueOf = (key: string) => new RegExp(`^${key}=(.+)$`, "m").exec(unit)?.[1] ?? "";
  const env: NodeJS.ProcessEnv = { ...Object.fromEntries(valueOf("Environment").split(" ").map(pair)), ...ours };
  for (const left of valueOf("UnsetEnvironment").split(" ")) delete env[left];
  const start = valueOf("ExecStart")
    .replace(/(?<!\$)\$\{(\w+)\}/g, (_all, variable: string) => env[variable] ?? "")
    .replaceAll("/opt/hiraku", root);
  if (start === "") throw new Error(`${name}.service starts nothing`);
  return { start, env };
}

/** Starts what the unit file starts, with its environment under ours, and waits until it answers. */
export function startUnit(name: "hiraku-service" | "hiraku-web", at: Deployment): Promise<Started> {
  const { start, env } = readUnit(name, at.env);
  const [command = "", ...args] = start.split(" ");
  const url = name === "hiraku-web" ? `${at.webUrl}/sign-in` : `${at.apiUrl}/health/ready`;
  return startProgram(command, args, { url, env });
}

/** Unit files name the folder that the guide installs into. */
export function inThisFolder(word: string): string {
  return word.replace("/opt/hiraku", root);
}

function pair(text: string): [string, string] {
  const [name = "", ...rest] = text.split("=");
  return [name, rest.join("=")];
}

/** One `hiraku` command to its end, on a data folder or with an environment; fails with what it said. */
export function hiraku(on: string | NodeJS.ProcessEnv, ...args: readonly string[]): string {
  const env = typeof on === "string" ? { ...process.env, HIRAKU_DATA: on } : on;
  return execFileSync(process.execPath, ["cli/main.ts", ...args], { cwd: root, env, encoding: "utf8", stdio: "pipe" });
}

const Key = z.object({ id: z.string(), key: z.string() });

/** A small sample market and a key with credits. */
export function makeData(on: string | NodeJS.ProcessEnv): z.infer<typeof Key> {
  hiraku(on, "sample", "load", "--issuers", "6", "--years", "1", "--lengths", "short");
  const limits = ["--credits", "100000", "--per-minute", "1000000", "--per-day", "100000000"];
  return Key.parse(JSON.parse(hiraku(on, "keys", "create", "--name", "drill", ...limits, "--json")));
}

/** Somebody, or several at once, who buy one thing after another until they are paused. */
export class Load<T> {
  readonly bought: T[] = [];
  readonly #buy: (nth: number) => Promise<T>;
  readonly #people: number;
  #running: Promise<unknown> | undefined;
  #isPaused = true;
  #nth = 0;

  constructor(buy: (nth: number) => Promise<T>, people = 1) {
    this.#buy = buy;
    this.#people = people;
  }

  async until(count: number): Promise<void> {
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#running = Promise.all(Array.from({ length: this.#people }, () => this.#work()));
      // A failure is thrown where somebody waits.
      this.#running.catch(() => undefined);
    }
    while (this.bought.length < count) await Promise.race([this.#running, pause(20)]);
  }

  /** Purchases that fail from now on are no failure: the programs may have been killed. */
  async pause(): Promise<T[]> {
    this.#isPaused = true;
    await this.#running?.catch(() => undefined);
    return [...this.bought];
  }

  async #work(): Promise<void> {
    while (!this.#isPaused) this.bought.push(await this.#buy(this.#nth++));
  }
}
