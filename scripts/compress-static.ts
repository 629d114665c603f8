/** Prepares the build's scripts and styles, which `lib/server/compressed-files.ts` serves. */
import path from "node:path";
import { prepareStaticFiles } from "./static-files.ts";

await prepareStaticFiles(path.join(import.meta.dirname, "..", ".next", "static"));
