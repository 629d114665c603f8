import { setTimeout as delay } from "node:timers/promises";

const deadlineMs = 10_000;
const pauseMs = 4;

/**
 * Another process (an import, a command) may hold the write lock for a moment. Waiting inside SQLite would stop
 * the event loop and with it every other request, so the serving connections give up at once and come again.
 */
export async function whenFree<T>(write: () => T): Promise<T> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return write();
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedMs > deadlineMs) throw error;
    }
    await delay(pauseMs * (1 + Math.random()));
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("SQLITE_BUSY")
  );
}
