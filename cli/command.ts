/** One command of `hiraku`: a module of cli/ exports these four. */
export interface Command {
  readonly name: string;
  /** One line of the overview. */
  readonly summary: string;
  readonly help: string;
  /** Returns the exit code: 0 done, 1 failed, 2 used wrongly. */
  run(args: readonly string[], io: CliIo): Promise<number>;
}

export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Both add the line end. */
  print(line: string): void;
  warn(line: string): void;
  /** Progress is shown only on a terminal. */
  readonly isTerminal: boolean;
}

/** Messages of programs and libraries end with a full stop or without. */
export function asSentence(text: string): string {
  return /[.!?。]$/u.test(text) ? text : `${text}.`;
}

/** The command line is wrong: one line, exit code 2. */
export class UsageError extends Error {}

/** The command can't do what is wanted: one line, exit code 1. */
export class CommandError extends Error {}
