/** `npm run house`: several machines' worth of Hiraku on this one; docs/scale.md tells what it starts. */
import { handOver } from "./toolchain.mjs";

await handOver("scripts/house/main.ts", "run");
