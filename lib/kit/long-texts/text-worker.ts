import { serveWork } from "../workers/serve-work.ts";
import type { TextWork } from "./reader.ts";
import { textWork } from "./text-work.ts";

serveWork<TextWork>(textWork);
