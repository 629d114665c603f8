import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import type { LineOutput } from "./line-output.ts";
import { archivedName, currentName, listLogFiles } from "./log-files.ts";

export interface LogFileOptions {
  /** The folder of the files; created if missing. */
  readonly folder: string;
  /** For `web`, lines go to `web.jsonl`; older ones are in `web-<time>.jsonl`. */
  readonly program: string;
  /** The size limit of all files of the program together. */
  readonly bytesMax: number;
  readonly nowMs?: () => number;
  /** Replaced by tests of a full disk. */
  readonly write?: (descriptor: number, bytes: Buffer, offset: number) => number;
}

/** The size limit is shared by this many files: each takes at most this part of it. */
const filesMax = 8;
const bufferCharacters = 16_000;
const retryAfterMs = 1_000;
const checkFileEveryMs = 5_000;

/**
 * A program's log, in files rotated by size. A rotation is one rename followed by deletions, so that after a process is
 * killed in between the next one can continue. Nothing here throws: while the disk is full lines are lost, and their
 * number is logged when there is space again.
 */
export function openLogFile(options: LogFileOptions): LineOutput {
  return new LogFile(options);
}

class LogFile implements LineOutput {
  readonly #options: LogFileOptions;
  readonly #nowMs: () => number;
  readonly #fileBytesMax: number;
  #waiting: string[] = [];
  #waitingCharacters = 0;
  #descriptor: number | undefined;
  #bytes = 0;
  #linesLost = 0;
  #isTorn = false;
  #retryAtMs = 0;
  #lookAtMs = 0;

  constructor(options: LogFileOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#fileBytesMax = Math.max(1, Math.floor(options.bytesMax / filesMax));
  }

  get waitingCharacters(): number {
    return this.#waitingCharacters;
  }

  write(line: string): void {
    this.#waiting.push(line);
    this.#waitingCharacters += line.length;
    if (this.#waitingCharacters >= bufferCharacters) this.flushSync();
  }

  flushSync(): void {
    if (this.#waiting.length === 0) return;
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingCharacters = 0;
    try {
      this.#append(lines);
    } catch {
      this.#linesLost += lines.length;
      this.#close();
      this.#retryAtMs = this.#nowMs() + retryAfterMs;
    }
  }

  #append(lines: readonly string[]): void {
    if (this.#nowMs() < this.#retryAtMs) {
      this.#linesLost += lines.length;
      return;
    }
    this.#noticeRemoval();
    // Opened first, to see whether the file's last line is complete.
    this.#descriptor ??= this.#open();
    const bytes = Buffer.from((this.#isTorn ? "\n" : "") + this.#lossLine() + lines.join(""));
    const descriptor = this.#rotatedFor(this.#descriptor, bytes.length);
    const write = this.#options.write ?? writeSync;
    for (let written = 0; written < bytes.length; ) {
      // A failure from here on leaves an incomplete line.
      this.#isTorn = true;
      const taken = write(descriptor, bytes, written);
      written += taken;
      this.#bytes += taken;
    }
    this.#isTorn = false;
    this.#linesLost = 0;
  }

  #lossLine(): string {
    if (this.#linesLost === 0) return "";
    const time = new Date(this.#nowMs()).toISOString();
    return `${JSON.stringify({ level: "warn", time, count: this.#linesLost, event: "log lines were lost" })}\n`;
  }

  #rotatedFor(descriptor: number, bytesComing: number): number {
    if (this.#bytes === 0 || this.#bytes + bytesComing <= this.#fileBytesMax) return descriptor;
    this.#close();
    const { folder, program } = this.#options;
    renameSync(path.join(folder, currentName(program)), path.join(folder, archivedName(program, this.#nowMs())));
    this.#removeOldest();
    return this.#open();
  }

  #open(): number {
    const { folder, program } = this.#options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const descriptor = openSync(path.join(folder, currentName(program)), "a+", 0o600);
    this.#descriptor = descriptor;
    this.#bytes = fstatSync(descriptor).size;
    this.#isTorn = this.#bytes > 0 && lastByte(descriptor, this.#bytes) !== "\n".charCodeAt(0);
    this.#lookAtMs = this.#nowMs() + checkFileEveryMs;
    return descriptor;
  }

  /** The file may have been deleted or moved, and further lines would be lost. */
  #noticeRemoval(): void {
    if (this.#descriptor === undefined || this.#nowMs() < this.#lookAtMs) return;
    this.#lookAtMs = this.#nowMs() + checkFileEveryMs;
    const { folder, program } = this.#options;
    const named = statSync(path.join(folder, currentName(program)), { throwIfNoEntry: false });
    if (named?.ino !== fstatSync(this.#descriptor).ino) this.#close();
  }

  #removeOldest(): void {
    const { folder, program, bytesMax } = this.#options;
    let room = bytesMax - this.#fileBytesMax;
    for (const file of listLogFiles(folder, [program]).reverse()) {
      room -= statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (room < 0) unlinkSync(file);
    }
  }

  #close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor === undefined) return;
    try {
      closeSync(descriptor);
    } catch {
      // Its lines are lost with it; the next line opens the file anew.
    }
  }
}

function lastByte(descriptor: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  return readSync(descriptor, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined;
}
