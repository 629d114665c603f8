import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, untilAnswers } from "../../scripts/wait-for-program.ts";

/** The service itself, in a temporary folder, with the real filings of a folder taken in as its owner would. */
export interface RealService {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, "../..");

export async function serveFilings(samples: string): Promise<RealService> {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-answers-"));
  const data = path.join(folder, "service");
  const cli = (...args: string[]): string => {
    const done = spawnSync(process.execPath, ["cli/main.ts", ...args, "--data", data], { cwd: root, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${args.join(" ")}: ${done.stderr}${done.stdout}`);
    return done.stdout;
  };
  const packages = path.join(samples, "packages");
  const zips = readdirSync(packages).filter((name) => name.endsWith(".zip"));
  cli("ingest", "package", ...zips.map((name) => path.join(packages, name)));
  cli("ingest", "folder", path.join(samples, "pairs"));
  for (const list of readdirSync(path.join(samples, "codes")))
    cli("ingest", "codes", path.join(samples, "codes", list));
  const made = cli("keys", "create", "--per-minute", "1000000", "--per-day", "unlimited", "--json");
  const key = /"key":\s*"([^"]+)"/.exec(made)?.[1];
  if (key === undefined) throw new Error("no key was made");
  const port = await freePort();
  const child: ChildProcess = spawn(
    process.execPath,
    ["cli/main.ts", "serve", "--port", String(port), "--data", data],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/health/ready`, () => {
    if (child.exitCode !== null) throw new Error("the service ended");
  });
  return {
    url,
    key,
    folder,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
