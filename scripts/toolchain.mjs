/**
 * What `npm start` and `npm test` share: they must run on any Node from 18 on, before anything is installed, so
 * only built-ins here. They install, find the Node that the project runs on, and hand over to it.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The oldest Node that the programs run on: undici 8 and better-sqlite3 13 need it. */
const minimum = [22, 19];

/** Ends the program with one clear line. */
export function refuse(message) {
  process.stderr.write(`hiraku: ${message}\n`);
  process.exit(1);
}

function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return major > minimum[0] || (major === minimum[0] && minor >= minimum[1]);
}

/** Installs what the lockfile says, unless node_modules already is exactly that. */
export async function ensureInstalled() {
  const stamp = path.join(root, "node_modules", ".hiraku-lock");
  const wanted = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;
  // Inside an npm script `node` may be the one in node_modules, which the installer deletes: name it by its path,
  // and let nothing of ours be looked up while it runs. No package needs its install script.
  const npm = process.env.npm_execpath;
  const [command, first] = npm !== undefined && npm.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const args = [
    "ci",
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  await step("Installing packages", command, [...first, ...args]);
  writeFileSync(stamp, wanted);
  return true;
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

/** Environment in which the project's own tools are found first. */
export function projectEnv(extra = {}) {
  const bin = path.join(root, "node_modules", ".bin");
  return {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}`,
    ...extra,
  };
}

const interactive = process.stdout.isTTY === true;

/**
 * Runs one command under one line of progress. Its output is kept back and shown only if it fails: a wall of
 * other programs' text hides what matters.
 */
export async function step(label, command, args, options = {}) {
  const startedAt = Date.now();
  const result = await runQuietly(label, command, args, options);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (interactive) process.stdout.write("\r\u001b[K");
  if (result.code !== 0) {
    process.stderr.write(`${result.output.trimEnd()}\n`);
    refuse(`${label.toLowerCase()} failed${result.code === null ? "" : ` (exit code ${result.code})`}.`);
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
      resolve({ code, output: problem === undefined ? output : `${output}\n${problem.message}` });
    };
    child.on("error", (problem) => end(null, problem));
    child.on("close", (code) => end(code));
  });
}

/** What the production build is made of; anything else may change without a rebuild. */
const buildInputs = [
  "app",
  "components",
  "lib",
  "messages",
  "public",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "package-lock.json",
  "tsconfig.json",
  "scripts/copy-pdf-assets.mjs",
];

function fingerprint() {
  const hash = createHash("sha256");
  const add = (file) => {
    const full = path.join(root, file);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      if (file === path.join("public", "pdf")) return;
      for (const name of readdirSync(full).sort()) add(path.join(file, name));
    } else if (!/\.test\.tsx?$/.test(file)) {
      hash.update(`${file}\0`).update(readFileSync(full)).update("\0");
    }
  };
  for (const input of buildInputs) add(input);
  return hash.digest("hex");
}

/** Builds the web app unless the last build was made from the same files. */
export async function ensureBuilt(node) {
  const stamp = path.join(root, ".next", "hiraku-build");
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;
  await step("Preparing the PDF viewer's files", node, ["scripts/copy-pdf-assets.mjs"]);
  await step("Building the web app", node, ["node_modules/next/dist/bin/next", "build"]);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return true;
}
