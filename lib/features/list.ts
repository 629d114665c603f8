import type { Feature } from "./feature.ts";
import * as each from "./index.ts";

export const features: readonly Feature[] = Object.values(each).map(({ manifest }) => manifest);
