import { logger } from "../log.ts";

const runningAnswers = new Set<Promise<void>>();

/** A run goes on when nobody waits for it. */
export function goOn(running: Promise<void>): void {
  const all = runningAnswers;
  const one = running
    .catch((error: unknown) => logger().error({ err: error }, "an answer broke off"))
    .finally(() => all.delete(one));
  all.add(one);
}

/** When the process ends: each run ends after its step, and is written down. */
export async function answersUnderWay(): Promise<void> {
  await Promise.all(runningAnswers);
}
