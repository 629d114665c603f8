import { writeSync } from "node:fs";
import type { LineOutput } from "./line-output.ts";

const gatherCharacters = 16_000;
/** What a slow reader may be behind; older lines are kept, newer ones are let go. */
const behindCharactersMax = 4_000_000;
const waitMs = 2;
const waitsMax = 50;

/** Writes bytes from an offset on, and says how many were taken. */
type WriteBytes = (descriptor: number, bytes: Buffer, offset: number) => number;

/**
 * Lines gathered and written together. A reader that has gone takes the rest of the log with it and nothing else:
 * ready-made writers retry for ever there, and a process that can't say its last word must still be able to end.
 */
export function terminalOutput(descriptor: number, write: WriteBytes = writeSync): LineOutput {
  const scratch = Buffer.allocUnsafeSlow(gatherCharacters * 4);
  let waiting = "";
  let readerIsGone = false;

  function encoded(): Buffer {
    // A UTF-16 unit is at most three bytes.
    if (waiting.length * 3 > scratch.length) return Buffer.from(waiting);
    return scratch.subarray(0, scratch.write(waiting));
  }

  function flushSync(): void {
    const bytes = encoded();
    let written = 0;
    for (let waits = 0; written < bytes.length && !readerIsGone && waits <= waitsMax; ) {
      try {
        written += write(descriptor, bytes, written);
      } catch (error) {
        if (!isBusy(error)) readerIsGone = true;
        else if (waits++ < waitsMax) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
      }
    }
    waiting = readerIsGone || written === bytes.length ? "" : bytes.toString("utf8", written);
  }

  return {
    write(line) {
      if (readerIsGone || waiting.length > behindCharactersMax) return;
      waiting += line;
      if (waiting.length >= gatherCharacters) flushSync();
    },
    flushSync,
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EAGAIN" || error.code === "EBUSY");
}
