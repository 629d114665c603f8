/** `npm run build`: installs what running needs and builds the web app, and starts nothing. For servers and images. */
import { handOver } from "./toolchain.mjs";

await handOver("scripts/launcher/build-only.ts", "run");
