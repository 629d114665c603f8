import { appendFileSync } from "node:fs";
import path from "node:path";
import { Program, type ProgramOptions } from "../launcher/program.ts";

/** One process, started again whenever it ends. */
export interface Part {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly starts: number;
  start(): void;
  /** From its next start on it is the build in this folder. */
  become(build: string): void;
  isReady(): Promise<boolean>;
  signal(signal: NodeJS.Signals): void;
  stop(timeoutMs: number): Promise<void>;
  /** Its last output. */
  readonly tail: string;
}

export interface PartOptions extends Pick<ProgramOptions, "command" | "args" | "env" | "user" | "stopSignal"> {
  readonly name: string;
  readonly url: string;
  readonly logFolder: string;
  readonly build: string;
  isReady(): Promise<boolean>;
  onPid(pid: number): void;
  onDeath(how: string): void;
}

/** Always the same: how long a part is away must not depend on what failed before. */
const restartMs = 500;

export function supervise(options: PartOptions): Part {
  let pid = 0;
  let { build } = options;
  let starts = 0;
  const log = path.join(options.logFolder, `${options.name}.log`);
  const program = new Program({
    ...options,
    get cwd() {
      return build;
    },
    backoff: { nextDelayMs: () => restartMs },
    onOutput: (chunk) => appendFileSync(log, chunk),
    onStart(started) {
      pid = started;
      starts += 1;
      options.onPid(started);
    },
    onDeath: ({ how }) => options.onDeath(how),
  });
  return {
    name: options.name,
    url: options.url,
    get pid() {
      return pid;
    },
    get starts() {
      return starts;
    },
    get tail() {
      return program.tail;
    },
    start: () => program.start(),
    become(other) {
      build = other;
    },
    isReady: options.isReady,
    signal(signal) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has just ended by itself.
      }
    },
    stop: (timeoutMs) => program.stop(timeoutMs),
  };
}
