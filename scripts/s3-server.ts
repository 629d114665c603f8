/** Installs and starts an S3 server for the tests: moto, of the Python package index, with everything in memory. */
import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { ensurePythonPackages } from "./python-packages.ts";
import { freePort } from "./wait-for-program.ts";

export interface S3Server {
  readonly url: string;
  stop(): void;
}

const readyWithinMs = 60_000;

/** The folder with its packages. Throws where it can't be installed: what needs a bucket must be tested. */
export const ensureS3Server = (): string => ensurePythonPackages("s3-server");

/** How it is started at a port. */
export function prepareS3Server(port: number) {
  return {
    url: `http://127.0.0.1:${port}`,
    command: "python3",
    args: ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port)],
    env: { ...process.env, PYTHONPATH: ensureS3Server(), PYTHONDONTWRITEBYTECODE: "" },
  };
}

export async function startS3Server(): Promise<S3Server> {
  const { url, command, args, env } = prepareS3Server(await freePort());
  let output = "";
  const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-4_000)));
  const stop = () => void child.kill("SIGKILL");
  process.once("exit", stop);
  for (const startedAt = Date.now(); !(await isS3ServerUp(url)); await pause(50)) {
    if (child.exitCode === null && Date.now() - startedAt < readyWithinMs) continue;
    stop();
    throw new Error(`The S3 server of the tests did not start:\n${output.trim()}`);
  }
  return {
    url,
    stop() {
      process.off("exit", stop);
      stop();
    },
  };
}

export const isS3ServerUp = (url: string): Promise<boolean> =>
  fetch(`${url}/moto-api/`).then(
    ({ ok }) => ok,
    () => false,
  );
