import { writeSync } from "node:fs";
import type { LineOutput } from "./line-output.ts";

const bufferCharacters = 16_000;
/** The most characters waiting for a slow reader; beyond that new lines are dropped. */
const behindCharactersMax = 4_000_000;
const waitMs = 2;
const waitsMax = 50;

/** Writes bytes from an offset on, and returns how many were accepted. */
type WriteBytes = (descriptor: number, bytes: Buffer, offset: number) => number;

/**
 * Collects lines and writes them together. When the output is closed, the rest of the log is dropped and nothing else
 * happens: common libraries retry for ever there, but the process must still be able to end.
 */
export function terminalOutput(descriptor: number, write: WriteBytes = writeSync): LineOutput {
  const scratch = Buffer.allocUnsafeSlow(bufferCharacters * 4);
  let waiting = "";
  let readerIsGone = false;

  function encoded(): Buffer {
    // A UTF-16 unit takes at most three bytes.
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
      if (waiting.length >= bufferCharacters) flushSync();
    },
    flushSync,
    get waitingCharacters() {
      return waiting.length;
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EAGAIN" || error.code === "EBUSY");
}
