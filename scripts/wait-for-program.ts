import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { root } from "./toolchain.mjs";

export interface Started {
  readonly child: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface StartOptions {
  /** Answers once it is ready. */
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** Starts a program and waits until it answers; one that ends before is an error with what it said. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { url, env, cwd = root }: StartOptions,
): Promise<Started> {
  let said = "";
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (said = (said + chunk).slice(-4_000)));
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  try {
    await untilAnswers(url, () => {
      if (hasEnded(child)) throw new Error(`${[command, ...args].join(" ")} ended:\n${said.trim()}`);
    });
  } catch (error) {
    kill();
    throw error;
  }
  return { child, stop: (signal = "SIGTERM") => endProgram(child, signal) };
}

export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** A port that is free now: what a test or a drill lets a program listen on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Until a program answers without a fault of its own. `check` throws where it never will. */
export async function untilAnswers(url: string, check: () => void): Promise<void> {
  const endsAt = performance.now() + 120_000;
  while (performance.now() < endsAt) {
    check();
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer !== undefined && answer.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not answer within two minutes`);
}
