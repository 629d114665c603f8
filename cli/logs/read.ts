import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { listLogFiles } from "../../lib/kit/process/log-files.ts";
import { entryOf, type LogEntry } from "./entry.ts";

export const logPrograms = ["launcher", "web", "service", "ingest"] as const;

const pieceBytes = 1024 * 1024;
/** A longer line is not from these programs. */
const lineBytesMax = 8 * pieceBytes;

/** A file is its inode and not its name, so that one rotated meanwhile is read to its end. */
export class LogReader {
  readonly #folder: string;
  readonly #programs: readonly string[];
  readonly #readTo = new Map<number, number>();

  constructor(folder: string, programs: readonly string[]) {
    this.#folder = folder;
    this.#programs = programs;
  }

  /** Complete lines written since the last call, file by file. */
  *lines(): Generator<LogEntry> {
    for (const program of this.#programs) {
      for (const file of listLogFiles(this.#folder, [program])) yield* this.#linesOf(program, file);
    }
  }

  *#linesOf(program: string, file: string): Generator<LogEntry> {
    let descriptor: number;
    try {
      descriptor = openSync(file, "r");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
      throw new Error(`${path.basename(file)} can't be read: ${error instanceof Error ? error.message : error}`);
    }
    try {
      const { ino, size } = fstatSync(descriptor);
      let from = this.#readTo.get(ino) ?? 0;
      if (from > size) from = 0;
      let rest = Buffer.alloc(0);
      const piece = Buffer.alloc(pieceBytes);
      for (let at = from; at < size; ) {
        const count = readSync(descriptor, piece, 0, Math.min(pieceBytes, size - at), at);
        if (count === 0) break;
        at += count;
        const bytes = Buffer.concat([rest, piece.subarray(0, count)]);
        const end = bytes.lastIndexOf("\n") + 1;
        const lines = bytes.subarray(0, end).toString("utf8").split("\n");
        for (const line of lines) if (line !== "") yield entryOf(program, line);
        rest = bytes.subarray(end);
        if (rest.length > lineBytesMax) rest = Buffer.alloc(0);
        from = at - rest.length;
      }
      this.#readTo.set(ino, from);
    } finally {
      closeSync(descriptor);
    }
  }
}

/** The wanted ones among the new lines, oldest first. */
export function readEntries(reader: LogReader, isWanted: (entry: LogEntry) => boolean): LogEntry[] {
  const found: LogEntry[] = [];
  for (const entry of reader.lines()) if (isWanted(entry)) found.push(entry);
  return found.sort((a, b) => (a.timeMs ?? 0) - (b.timeMs ?? 0));
}
