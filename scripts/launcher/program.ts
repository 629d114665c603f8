import { type ChildProcess, spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { lastWordsPrefix } from "../../lib/kit/process/last-words.ts";
import { type Backoff, createBackoff } from "./backoff.ts";

export interface ProgramOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs it as this user instead of one's own. */
  readonly user?: { readonly uid?: number; readonly gid?: number };
  /** SIGTERM unless given. */
  readonly stopSignal?: NodeJS.Signals;
  /** Called with every piece of output. */
  readonly onOutput?: (chunk: string) => void;
  onStart(pid: number): void;
  /** Called when it ended by itself and will be started again after the wait. */
  onDeath(end: Ending, restartMs: number): void;
  readonly backoff?: Backoff;
}

export interface Ending {
  /** Exit code, signal, or why it could not be started. */
  readonly how: string;
  /** V8's own line about a crash, or the program's last words, where there are any; neither has data of the program. */
  readonly fault: string | undefined;
  readonly tail: string;
}

const tailCharacters = 4_000;
/** The time beyond that for running work in which a program may write and close its files. */
const closingMs = 3_000;

/** A child process that is started again whenever it ends, until it is stopped. */
export class Program {
  readonly #options: ProgramOptions;
  readonly #backoff: Backoff;
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #ended: Promise<void> = Promise.resolve();
  #isStopping = false;
  #restartsAtOnce = false;
  #tail = "";

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.#backoff = options.backoff ?? createBackoff();
  }

  get name(): string {
    return this.#options.name;
  }

  /** The last part of its output. */
  get tail(): string {
    return this.#tail;
  }

  start(): void {
    const { command, args, cwd, env, user } = this.#options;
    const startedAt = performance.now();
    this.#tail = "";
    // A process group of its own: a Ctrl-C on the terminal reaches the launcher alone, which stops in order. Its
    // standard input ends with the launcher, however that dies.
    const child = spawn(command, args, { ...user, cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
    this.#child = child;
    child.stdin.on("error", () => {});
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        this.#tail = (this.#tail + chunk).slice(-tailCharacters);
        this.#options.onOutput?.(chunk);
      });
    }
    if (child.pid !== undefined) this.#options.onStart(child.pid);
    this.#ended = new Promise((resolve) => {
      let problem: Error | undefined;
      child.once("error", (error) => {
        problem = error;
        if (child.pid === undefined) child.emit("close", null, null);
      });
      child.once("close", (code: number | null, signal: NodeJS.Signals | null) => {
        this.#child = undefined;
        resolve();
        if (!this.#isStopping) this.#noteDeath(problem?.message ?? signal ?? `exit code ${code}`, startedAt);
      });
    });
  }

  #noteDeath(how: string, startedAt: number): void {
    const delayMs = this.#restartsAtOnce ? 0 : this.#backoff.nextDelayMs(performance.now() - startedAt);
    if (!this.#restartsAtOnce) this.#options.onDeath({ how, fault: faultIn(this.#tail), tail: this.#tail }, delayMs);
    this.#restartsAtOnce = false;
    if (!this.#isStopping) this.#restart = setTimeout(() => this.start(), delayMs);
  }

  /** Stops it and starts it again, after its source has changed; at once where it waits to be started. */
  restart(): void {
    // A second signal would cut its work short, and it is about to read the newest source.
    if (this.#isStopping || this.#restartsAtOnce) return;
    if (this.#child === undefined) {
      clearTimeout(this.#restart);
      this.start();
      return;
    }
    this.#restartsAtOnce = true;
    this.#child.kill(this.#options.stopSignal);
  }

  /** Lets it finish its running work within the time limit, then kills it. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    this.#child?.kill(this.#options.stopSignal);
    const cut = setTimeout(() => this.kill(), timeoutMs + closingMs);
    await this.#ended;
    clearTimeout(cut);
  }

  kill(): void {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    this.#child?.kill("SIGKILL");
  }
}

function faultIn(tail: string): string | undefined {
  const ofV8 = /^FATAL ERROR: [A-Za-z0-9 ,:.'()-]{1,120}/m.exec(tail)?.[0];
  const words = tail.split("\n").find((line) => line.startsWith(lastWordsPrefix));
  return ofV8 ?? words?.slice(lastWordsPrefix.length);
}
