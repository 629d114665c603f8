import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuilt } from "../launcher/build.ts";
import { onStopSignals, type StopActions } from "../launcher/stop-signals.ts";
import { projectNode, refuse, root, step } from "../toolchain.mjs";
import { faults } from "./faults/faults.ts";
import { inDrawnOrder, runFaults } from "./faults/run.ts";
import { upgradeSteps } from "./faults/upgrade.ts";
import { type Machines, StartStopped, startMachines } from "./machines.ts";
import { readMachinesOptions } from "./options.ts";

/**
 * Several machines' worth of Hiraku on this one: PostgreSQL, an S3 server, OpenSearch, services, web apps and a reverse
 * proxy, each a process that is started again when it ends.
 */
process.chdir(root);
const options = readMachinesOptions(process.argv.slice(3));
let isStopping = false;
let machines: Machines | undefined;
const stop = async (code: number): Promise<never> => {
  isStopping = true;
  await machines?.stop();
  process.exit(code);
};
const actions: StopActions = {
  // While it starts, the start ends itself.
  stop: () => {
    isStopping = true;
    if (machines !== undefined) void stop(0);
  },
  cut: () => process.exit(130),
};
onStopSignals(actions, 15_000);

const node = projectNode();
await ensureBuilt(node);
const build = options.mode === "upgrade" ? await buildOf(options.from) : root;
const startedAt = performance.now();
try {
  machines = await startMachines(options, {
    node,
    build,
    reports: {
      step: (what) => process.stdout.write(`  ${what} …\n`),
      death: noteDeath,
      isStopping: () => isStopping,
    },
    links: options.mode === "faults",
  });
} catch (error) {
  if (error instanceof StartStopped) process.exit(130);
  refuse(`machines: ${error instanceof Error ? error.message : String(error)}`);
}
if (isStopping) await stop(130);
if (options.mode !== "run") {
  const isUpgrade = options.mode === "upgrade";
  process.stdout.write(isUpgrade ? "  Upgrade\n" : "  Faults\n");
  const steps = isUpgrade ? upgradeSteps(build, root, options.rounds) : inDrawnOrder(options, faults);
  await stop((await runFaults(machines, options, steps)) ? 0 : 1);
}
process.stdout.write(greeting(machines, (performance.now() - startedAt) / 1000));

/** The folder that was named, or a clone of the commit, built, which is removed at the end. */
async function buildOf(from: string): Promise<string> {
  if (existsSync(from)) return path.resolve(from);
  const clone = mkdtempSync(path.join(tmpdir(), "hiraku-older-"));
  process.once("exit", () => rmSync(clone, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync("git", args, { stdio: ["ignore", "ignore", "inherit"] });
  git("clone", "--quiet", "--shared", "--no-checkout", root, clone);
  git("-C", clone, "checkout", "--quiet", "--detach", from);
  await step(`Building ${from}`, node, [path.join(clone, "scripts/build.mjs")]);
  return clone;
}

function noteDeath(part: string, how: string): void {
  if (isStopping) return;
  if (part !== "s3") return void process.stderr.write(`machines: ${part} ended (${how}); starting it again.\n`);
  process.stderr.write(`machines: s3 ended (${how}), and with it the files, which it keeps in memory. Stopping.\n`);
  void stop(1);
}

function greeting({ parts, webUrl, apiUrl, key, folder }: Machines, seconds: number): string {
  const shownKey = process.stdout.isTTY || options.data === undefined ? key : "in machines.json of its folder";
  const lines = [
    `Hiraku    ${webUrl}`,
    `Service   ${apiUrl}`,
    `Key       ${shownKey}`,
    `Folder    ${folder}${options.data === undefined ? "  (removed at the end)" : ""}, logs beneath it`,
    "",
    ...parts.map(({ name, url, pid }) => `${name.padEnd(14)} pid ${String(pid).padEnd(8)} ${url}`),
    "",
    `Ready after ${seconds.toFixed(0)} s. A process that ends is started again: kill one. Stop with Ctrl-C`,
  ];
  return `\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`;
}
