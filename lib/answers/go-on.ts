import { logger } from "../log.ts";

// Next bundles routes, pages and instrumentation separately: runs of all of them are waited for at the end.
const shared: typeof globalThis & { hirakuRunningAnswers?: Set<Promise<void>> } = globalThis;

/** A run goes on when nobody waits for it. */
export function goOn(running: Promise<void>): void {
  shared.hirakuRunningAnswers ??= new Set();
  const all = shared.hirakuRunningAnswers;
  const one = running
    .catch((error: unknown) => logger().error({ err: error }, "an answer broke off"))
    .finally(() => all.delete(one));
  all.add(one);
}

/** When the process ends: each run ends after its step, and is written down. */
export async function answersUnderWay(): Promise<void> {
  await Promise.all(shared.hirakuRunningAnswers ?? []);
}
