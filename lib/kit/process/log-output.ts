import type { LineOutput } from "./line-output.ts";
import { type LogFileOptions, openLogFile } from "./log-file.ts";
import { terminalOutput } from "./terminal-output.ts";

export interface LogOutputOptions extends LogFileOptions {
  /** Writes the same lines to standard output too. */
  readonly terminal: boolean;
}

/** Opens a program's log: its files in the data folder, and standard output if wanted. */
export function openLogOutput(options: LogOutputOptions): LineOutput {
  const outputs = [openLogFile(options), ...(options.terminal ? [terminalOutput(1)] : [])];
  const output: LineOutput = {
    write(line) {
      for (const each of outputs) each.write(line);
    },
    flushSync() {
      for (const each of outputs) each.flushSync();
    },
    get waitingCharacters() {
      return Math.max(...outputs.map((each) => each.waitingCharacters));
    },
  };
  process.once("exit", () => output.flushSync());
  return output;
}
