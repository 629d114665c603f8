/** `npm run release -- 1.0.0`: makes what is published of a version, as docs/releases.md says. */
import { handOver } from "./toolchain.mjs";

await handOver("scripts/release/main.ts", "all");
