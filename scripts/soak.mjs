/** `npm run soak -- KIND`: long runs that break things on purpose and look at the books afterwards. */
import { handOver } from "./toolchain.mjs";

await handOver("scripts/soak-kinds.ts", "run");
