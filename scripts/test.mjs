/** `npm test`: installs everything, then runs all stages, or those named: `npm test -- unit e2e`. */
import { handOver } from "./toolchain.mjs";

await handOver("scripts/test-stages.ts", "all");
