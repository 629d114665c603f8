import type { Step } from "./scene.ts";
import { askingSteps } from "./steps-asking.ts";
import { buyingSteps } from "./steps-buying.ts";
import { programSteps } from "./steps-program.ts";
import { provingSteps } from "./steps-proving.ts";
import { readingSteps } from "./steps-reading.ts";
import { sessionSteps } from "./steps-session.ts";

/** Everything that there is to do. A new feature adds its row to one of these tables. */
export const daySteps: readonly Step[] = [
  ...readingSteps,
  ...buyingSteps,
  ...provingSteps,
  ...askingSteps,
  ...programSteps,
  ...sessionSteps,
];
