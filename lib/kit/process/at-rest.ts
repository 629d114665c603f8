import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * A program keeps the memory of its last work until it needs it again: two copies of the space for new objects, and
 * pages of files that it mapped. At rest it gives that back.
 */
const quietMs = 10_000;

/** `worked` is called with everything that is asked. */
export interface Quiet {
  worked(): void;
  end(): void;
}

/**
 * Calls `giveBack` each time that nothing has been asked for so long. Where it throws, nobody waits for it who could be
 * told, and the program goes on: `failed` writes it down.
 */
export function whenQuiet(giveBack: () => void, failed: (error: unknown) => void, afterMs = quietMs): Quiet {
  const tryIt = () => {
    try {
      giveBack();
    } catch (error) {
      failed(error);
    }
  };
  const timer = setTimeout(tryIt, afterMs).unref();
  return { worked: () => void timer.refresh(), end: () => clearTimeout(timer) };
}

/** A collection takes longer the more is alive: a program that holds more is at work, or soon will be. */
const heapBytesMax = 150_000_000;
/** Below this it is not worth the 50 ms. */
const worthBytes = 6_000_000;
let bytesAtRest = 0;

/** V8 gives memory back only where it is short. It takes 40 to 100 ms in which nothing is answered. */
export function giveBackHeap(): void {
  const { used_heap_size: used, total_physical_size: taken } = getHeapStatistics();
  if (used > heapBytesMax || taken < bytesAtRest + worthBytes) return;
  setFlagsFromString("--expose-gc");
  try {
    const collect: unknown = runInNewContext("gc");
    if (typeof collect === "function") collect({ type: "major", execution: "sync", flavor: "last-resort" });
  } finally {
    setFlagsFromString("--no-expose-gc");
  }
  bytesAtRest = getHeapStatistics().total_physical_size;
}
