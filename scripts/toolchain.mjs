/**
 * Runs before the project's own Node is installed, on any Node from 18 on, so it uses built-ins only. It installs the
 * packages, finds the project's Node, and starts a TypeScript program under it.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs, { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import module from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The oldest Node that the programs run on, as package.json says. */
const minimum = /(\d+)\.(\d+)/.exec(manifest().engines.node).slice(1).map(Number);
const installMegabytes = 1_500;

/** Ends the program with one clear line. */
export function refuse(message) {
  process.stderr.write(`hiraku: ${message}\n`);
  process.exit(1);
}

function manifest() {
  return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
}

function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return major > minimum[0] || (major === minimum[0] && minor >= minimum[1]);
}

/**
 * Node's compile cache: a start then takes half of the processor's time, and 25 MB less. It is as private as the
 * programs themselves; where it can't be written, they are compiled at each start.
 */
const compiled = path.join(root, ".cache", "compiled");

export function projectEnv(extra = {}) {
  const bin = path.join(root, "node_modules", ".bin");
  return {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compiled,
    PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}`,
    ...extra,
  };
}

/**
 * Installs what the lockfile says: `run`, what running and building need, or `all`, what tests need too. What is
 * there already is left alone; all of it is enough for a run, so the two commands don't undo each other's work.
 */
export async function ensureInstalled(set) {
  const stamp = path.join(root, "node_modules", ".hiraku-lock");
  const lock = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
  const [lockThere, setThere = "all"] = existsSync(stamp) ? readFileSync(stamp, "utf8").trim().split(" ") : [];
  if (lockThere === lock && (setThere === "all" || set === "run")) return;
  // The first releases of Node 18 can't tell.
  const free = fs.statfsSync?.(root) ?? { bavail: Infinity, bsize: 1 };
  if (free.bavail * free.bsize < installMegabytes * 1e6)
    refuse(`${root} has less than ${installMegabytes} MB of free space; the packages and the build need it.`);
  rmSync(stamp, { force: true });
  // Inside an npm script `node` may be the one in node_modules, which the installer deletes: name it by its path,
  // and let nothing of ours be looked up while it runs. No package needs its install script.
  const npm = process.env.npm_execpath;
  const [command, first] = npm !== undefined && npm.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const wanted = set === "all" ? "--include=dev" : "--omit=dev";
  const quiet = ["--ignore-scripts", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  await step("Installing packages", command, [...first, "ci", wanted, ...quiet]);
  writeFileSync(stamp, `${lock} ${set}\n`);
}

/** Why a command failed, where its output shows something that the user can fix. */
function reasonIn(output) {
  const known = [
    [/ENOSPC|no space left/i, "the disk is full"],
    [/spawn npm ENOENT/, "npm was not found on PATH; it comes with Node"],
    [
      /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|network/i,
      "the package registry can't be reached; is there a network, or a proxy to set?",
    ],
    [
      /EROFS|EACCES|EPERM|read-only file system|permission denied/i,
      `${root} can't be written; install and build it as a user who may`,
    ],
    [/heap out of memory|ENOMEM|SIGKILL/, "there is too little memory"],
  ];
  return known.find(([pattern]) => pattern.test(output))?.[1];
}

/** The Node that runs the programs: the project's own, or this one if it is recent enough. */
export function projectNode() {
  const own = path.join(root, "node_modules", ".bin", "node");
  if (existsSync(own)) {
    const result = spawnSync(own, ["--version"], { encoding: "utf8" });
    if (result.status === 0 && isRecentEnough(result.stdout.trim())) return own;
  }
  if (isRecentEnough(process.version)) return process.execPath;
  return refuse(`Node ${minimum.join(".")} or later is needed, and this is ${process.version}.`);
}

/** Installs, then runs a TypeScript program under the project's Node: in this process, if it is that Node. */
export async function handOver(program, set) {
  if (Number(process.versions.node.split(".")[0]) < 18)
    refuse(`Node 18 or later is needed, and this is ${process.version}.`);
  process.chdir(root);
  await ensureInstalled(set);
  const node = projectNode();
  if (realpathSync(node) === realpathSync(process.execPath)) {
    process.env.NODE_COMPILE_CACHE ??= compiled;
    module.enableCompileCache?.();
    return import(pathToFileURL(path.join(root, program)).href);
  }
  // A process group of its own: a Ctrl-C reaches it once, through here. The channel tells it if this process dies.
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node, [program, ...process.argv.slice(2)], {
    cwd: root,
    env: projectEnv(),
    stdio,
    detached: true,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("exit", (code) => process.exit(code ?? 1));
}

const interactive = process.stdout.isTTY === true;

/** Output is shown only on failure: a wall of other programs' text hides what matters. */
export async function step(label, command, args, options = {}) {
  const startedAt = Date.now();
  const result = await runQuietly(label, command, args, options);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (interactive) process.stdout.write("\r\u001b[K");
  if (result.code !== 0) {
    process.stderr.write(`${result.output.trimEnd()}\n`);
    const reason = reasonIn(result.output) ?? (result.code === null ? "it was killed" : `exit code ${result.code}`);
    refuse(`${label.toLowerCase()} failed: ${reason}.`);
  }
  process.stdout.write(`  ${label} … ${seconds} s\n`);
  return result.output;
}

export function runQuietly(label, command, args, { env = projectEnv(), relay = false } = {}) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    let output = "";
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    const keep = (chunk) => {
      if (relay) process.stdout.write(chunk);
      output = (output + chunk).slice(-4_000_000);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    const endWithUs = () => child.kill();
    process.once("exit", endWithUs);
    const tick = setInterval(
      () => {
        const seconds = Math.round((Date.now() - startedAt) / 1000);
        if (interactive) process.stdout.write(`\r\u001b[K  ${label} … ${seconds} s`);
        else if (!relay) process.stdout.write(`  ${label} … ${seconds} s so far\n`);
      },
      interactive ? 250 : 15_000,
    );
    const end = (code, problem) => {
      clearInterval(tick);
      process.off("exit", endWithUs);
      resolve({ code, output: problem === undefined ? output : `${output}\n${problem.message}` });
    };
    child.on("error", (problem) => end(null, problem));
    child.on("close", (code) => end(code));
  });
}
