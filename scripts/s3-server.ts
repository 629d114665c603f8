/** Installs and starts an S3 server for the tests: moto, of the Python package index, with everything in memory. */
import { ensurePythonPackages } from "./python-packages.ts";
import { freePort, startProgram } from "./wait-for-program.ts";

export interface S3Server {
  readonly url: string;
  stop(): void;
}

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
  const { child } = await startProgram(command, args, { url: `${url}/moto-api/`, env });
  return { url, stop: () => void child.kill("SIGKILL") };
}

export const isS3ServerUp = (url: string): Promise<boolean> =>
  fetch(`${url}/moto-api/`).then(
    ({ ok }) => ok,
    () => false,
  );
