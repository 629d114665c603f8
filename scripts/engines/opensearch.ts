/** Installs and starts a real OpenSearch for tests and benches: one node, or a cluster of three on this machine. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../toolchain.mjs";

export interface RunningEngine {
  /** Of the first node. */
  readonly url: string;
  readonly nodes: readonly RunningNode[];
  stop(): Promise<void>;
}

export interface RunningNode {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ends it without a word, as a machine that is lost. */
  crash(): Promise<void>;
  /** With the data that it had. Resolves before it is ready. */
  restart(): void;
}

const readyWithinMs = 480_000;
const heapMegabytes = 1024;
const home = path.join(root, ".cache", "opensearch");
const script = (name: string) => path.join(root, "scripts", "engines", name);

/** The folder of the engine. Throws with what is missing where it can't be installed. */
export function ensureOpenSearch(): string {
  const got = spawnSync("bash", [script("opensearch-get.sh"), home], { encoding: "utf8" });
  if (got.status !== 0) throw new Error(`OpenSearch could not be installed:\n${got.stderr.trim()}`);
  return got.stdout.trim();
}

export interface NodeOptions {
  readonly engine: string;
  readonly data: string;
  /** From 1 on. */
  readonly node: number;
  readonly nodes: 1 | 3;
  readonly heapMegabytes: number;
  /** The node listens ten times its number above it, and for other nodes a hundred above that. */
  readonly port: number;
}

/** How one node is started; its process keeps the id of the script. */
export function openSearchNode({ engine, data, node, nodes, heapMegabytes, port }: NodeOptions) {
  const mode = nodes === 1 ? "single" : "cluster";
  const told = [data, String(node), String(heapMegabytes), mode, String(port)];
  return {
    url: `http://127.0.0.1:${port + 10 * node}`,
    command: "bash",
    args: [script("opensearch-start.sh"), engine, ...told],
  };
}

export interface StartOptions {
  readonly nodes: 1 | 3;
  readonly port?: number;
  /** Kept when it stops; else a folder of its own, which is removed. */
  readonly data?: string;
  readonly heapMegabytes?: number;
}

export async function startOpenSearch(options: StartOptions): Promise<RunningEngine> {
  const engine = ensureOpenSearch();
  const data = options.data ?? mkdtempSync(path.join(tmpdir(), "hiraku-opensearch-"));
  mkdirSync(data, { recursive: true });
  // Started by root it runs as nobody, who must reach its own folder beneath.
  chmodSync(data, 0o755);
  const port = options.port ?? 9_700;
  const heap = options.heapMegabytes ?? (options.nodes === 1 ? heapMegabytes : heapMegabytes / 2);
  const nodes = Array.from({ length: options.nodes }, (_, i) => {
    const node = { engine, data, node: i + 1, nodes: options.nodes, heapMegabytes: heap, port };
    const { url, command, args } = openSearchNode(node);
    const start = () => spawn(command, args, { stdio: "inherit" });
    let running = start();
    return {
      url,
      get process() {
        return running;
      },
      async crash() {
        running.kill("SIGKILL");
        await ended(running);
      },
      restart: () => void (running = start()),
    };
  });
  const url = nodes[0]?.url ?? "";
  const stop = async () => {
    for (const node of nodes) node.process.kill("SIGTERM");
    await Promise.all(nodes.map((node) => ended(node.process)));
    if (options.data === undefined) rmSync(data, { recursive: true, force: true });
  };
  try {
    await ready(url, options.nodes, nodes);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, nodes, stop };
}

async function ready(url: string, count: number, nodes: RunningEngine["nodes"]): Promise<void> {
  const until = Date.now() + readyWithinMs;
  while (Date.now() < until) {
    if (nodes.some((node) => node.process.exitCode !== null)) throw new Error("OpenSearch ended while it started.");
    if (await isOpenSearchUp(url, count)) return;
    await pause(500);
  }
  throw new Error(`OpenSearch was not ready within ${readyWithinMs / 1000} s.`);
}

/** All its nodes are there, and every index can be searched and written. */
export function isOpenSearchUp(url: string, nodes: number): Promise<boolean> {
  const health = `${url}/_cluster/health?wait_for_status=yellow&wait_for_nodes=${nodes}&timeout=5s`;
  return fetch(health).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once("exit", () => resolve());
  const hard = setTimeout(() => child.kill("SIGKILL"), 20_000);
  await promise;
  clearTimeout(hard);
}
