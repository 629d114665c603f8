import type { LineOutput } from "./line-output.ts";
import { type LogFileOptions, openLogFile } from "./log-file.ts";
import { terminalOutput } from "./terminal-output.ts";

export interface LogOutputOptions extends LogFileOptions {
  /** Whether the same lines go to standard output too. */
  readonly terminal: boolean;
}

/** Where a program's log goes: its files in the data folder, and the terminal if that is asked for. */
export function openLogOutput(options: LogOutputOptions): LineOutput {
  const outputs = [openLogFile(options), ...(options.terminal ? [terminalOutput(1)] : [])];
  const output: LineOutput = {
    write(line) {
      for (const each of outputs) each.write(line);
    },
    flushSync() {
      for (const each of outputs) each.flushSync();
    },
  };
  process.once("exit", () => output.flushSync());
  return output;
}
