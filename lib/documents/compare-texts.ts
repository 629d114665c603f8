import { setImmediate } from "node:timers/promises";
import { type Block, blocksOf } from "../redline/blocks.ts";
import { redlineSteps } from "../redline/redline.ts";

/** How long the comparing holds up other requests. */
const sliceMs = 10;

/** A redline for a page, made in slices between which the server answers others. */
export async function compareTexts(before: string, after: string): Promise<readonly Block[]> {
  const steps = redlineSteps(before, after);
  for (let startedAt = performance.now(); ; ) {
    const step = steps.next();
    if (step.done === true) return blocksOf(step.value);
    if (performance.now() - startedAt < sliceMs) continue;
    await setImmediate();
    startedAt = performance.now();
  }
}
