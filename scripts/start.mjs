/**
 * `npm start`: from a fresh clone to a signed-in reader. Installs what running needs, then hands over to the
 * launcher. With `--dev` both programs reload on change; with `--verbose` their log goes to the terminal too.
 */
import { handOver } from "./toolchain.mjs";

await handOver("scripts/launcher/main.ts", "run");
