/** One command of `hiraku`: a module of cli/ exports these four. */
export interface Command {
  readonly name: string;
  /** One line of the overview. */
  readonly summary: string;
  /** What `--help` prints. */
  readonly help: string;
  /** Returns the exit code: 0 done, 1 failed, 2 used wrongly. */
  run(args: readonly string[], io: CliIo): Promise<number>;
}

/** What a command may touch of the process that runs it. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Both add the line end. */
  print(line: string): void;
  warn(line: string): void;
  /** Whether somebody watches: progress is drawn for people only. */
  readonly isTerminal: boolean;
}

/** The command was spelled wrongly: one line, exit code 2. */
export class UsageError extends Error {}

/** The command can't do what was asked: one line, exit code 1. */
export class CommandError extends Error {}
