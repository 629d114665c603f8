/** Installs and starts a real OpenSearch for tests and benches: one node, or a cluster of three on this machine. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../toolchain.mjs";

export interface RunningEngine {
  /** Of the first node. */
  readonly url: string;
  readonly nodes: readonly { readonly url: string; readonly process: ChildProcess }[];
  stop(): Promise<void>;
}

const readyWithinMs = 240_000;
const heapMegabytes = 1024;
const home = path.join(root, ".cache", "opensearch");
const script = (name: string) => path.join(root, "scripts", "engines", name);

export async function startOpenSearch(options: { nodes: 1 | 3; port?: number }): Promise<RunningEngine> {
  const got = spawnSync("bash", [script("opensearch-get.sh"), home], { encoding: "utf8" });
  if (got.status !== 0) throw new Error(`OpenSearch could not be installed:\n${got.stderr.trim()}`);
  const engine = got.stdout.trim();
  const data = mkdtempSync(path.join(tmpdir(), "hiraku-opensearch-"));
  const port = options.port ?? 9_700;
  const mode = options.nodes === 1 ? "single" : "cluster";
  const heap = String(options.nodes === 1 ? heapMegabytes : heapMegabytes / 2);
  const nodes = Array.from({ length: options.nodes }, (_, i) => {
    const args = [script("opensearch-start.sh"), engine, data, String(i + 1), heap, mode, String(port)];
    return { url: `http://127.0.0.1:${port + 10 * (i + 1)}`, process: spawn("bash", args, { stdio: "inherit" }) };
  });
  const url = nodes[0]?.url ?? "";
  const stop = async () => {
    for (const node of nodes) node.process.kill("SIGTERM");
    await Promise.all(nodes.map((node) => ended(node.process)));
    rmSync(data, { recursive: true, force: true });
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
    const health = `${url}/_cluster/health?wait_for_status=yellow&wait_for_nodes=${count}&timeout=5s`;
    const isReady = await fetch(health).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await pause(500);
  }
  throw new Error(`OpenSearch was not ready within ${readyWithinMs / 1000} s.`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once("exit", () => resolve());
  const hard = setTimeout(() => child.kill("SIGKILL"), 20_000);
  await promise;
  clearTimeout(hard);
}
