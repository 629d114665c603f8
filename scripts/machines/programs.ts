import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { projectEnv } from "../toolchain.mjs";
import type { Balanced } from "./balancer.ts";
import { bucketKeys, type EnginePart } from "./engines.ts";

export interface Shared {
  readonly folder: string;
  /** The folder of the build that runs. */
  readonly build: string;
  readonly node: string;
  readonly ports: { readonly web: number; readonly api: number };
  readonly databaseUrl: string;
  readonly webDatabaseUrl: string;
  readonly secret: string;
  /** Empty: each service has an index of its own. */
  readonly searchUrl: string;
  blobs(prefix: string): string;
}

const run = promisify(execFile);
const letters = "abcdefgh";
/** Several run on one machine, over a small market. */
const heapMegabytes = 512;
const limits = ["--credits", "1000000", "--per-minute", "1000000", "--per-day", "100000000"];

/** Nothing of one's own settings reaches the machines. */
function environment(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const outside = Object.entries(projectEnv()).filter(([name]) => !/^(HIRAKU_|AWS_|NEXTAUTH_|PORT$)/.test(name));
  return { ...Object.fromEntries(outside), ...bucketKeys, NODE_ENV: "production", ...own };
}

const serviceEnv = ({ folder, ports, databaseUrl, secret, searchUrl, blobs }: Shared, at: number) =>
  environment({
    HIRAKU_DATA: path.join(folder, `service-${letters[at]}`),
    HIRAKU_DATABASE_URL: databaseUrl,
    HIRAKU_BLOBS_URL: blobs("service"),
    HIRAKU_SEARCH_URL: searchUrl,
    HIRAKU_SECRET: secret,
    HIRAKU_API_PUBLIC_URL: `http://127.0.0.1:${ports.api}`,
    HIRAKU_API_TRUST_FORWARDED: "on",
  });

export function servicePart(shared: Shared, at: number, port: number): EnginePart {
  const url = `http://127.0.0.1:${port}`;
  return {
    ...{ name: `service-${letters[at]}`, url, command: shared.node },
    args: [
      `--max-old-space-size=${heapMegabytes}`,
      "cli/main.ts",
      "serve",
      "--port",
      String(port),
      "--exit-with-stdin",
    ],
    env: serviceEnv(shared, at),
    isReady: () => answersWell(`${url}/health/ready`),
  };
}

export function webPart({ folder, node, ports, ...shared }: Shared, at: number, port: number): EnginePart {
  const url = `http://127.0.0.1:${port}`;
  return {
    ...{ name: `web-${letters[at]}`, url, command: node },
    args: [`--max-old-space-size=${heapMegabytes}`, "lib/server/main.ts", "--exit-with-stdin"],
    env: environment({
      HIRAKU_DATA: path.join(folder, `web-${letters[at]}`),
      PORT: String(port),
      // The same for all: owners and idempotency keys depend on it.
      HIRAKU_API_URL: `http://127.0.0.1:${ports.api}`,
      HIRAKU_PUBLIC_URL: `http://localhost:${ports.web}`,
      HIRAKU_TRUST_PROXY: "on",
      HIRAKU_SECRET: shared.secret,
      HIRAKU_WEB_DATABASE_URL: shared.webDatabaseUrl,
      HIRAKU_WEB_BLOBS_URL: shared.blobs("web"),
    }),
    isReady: () => answersWell(`${url}/api/health/ready`),
  };
}

export function proxyPart(node: string, listeners: readonly Balanced[]): EnginePart {
  const url = `http://127.0.0.1:${listeners[0]?.port ?? 0}`;
  return {
    ...{ name: "proxy", url, command: node },
    args: [path.join(import.meta.dirname, "proxy.ts"), JSON.stringify(listeners)],
    env: environment({}),
    // An answer of any kind: the programs behind it may be down.
    isReady: () =>
      fetch(url, { redirect: "manual" }).then(
        () => true,
        () => false,
      ),
  };
}

async function answersWell(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function hiraku(shared: Shared, ...args: readonly string[]) {
  return run(shared.node, ["cli/main.ts", ...args], { cwd: shared.build, env: serviceEnv(shared, 0) });
}

/** A small one, in its shortest form. */
export async function loadSample(shared: Shared): Promise<void> {
  await hiraku(shared, "sample", "load", "--issuers", "6", "--years", "1", "--lengths", "short");
}

const Key = z.object({ id: z.string(), key: z.string() });

export async function makeKey(shared: Shared, name: string): Promise<z.infer<typeof Key>> {
  const { stdout } = await hiraku(shared, "keys", "create", "--name", name, ...limits, "--json");
  return Key.parse(JSON.parse(stdout));
}
