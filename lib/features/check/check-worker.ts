import { serveWork } from "../../kit/workers/serve-work.ts";
import { type CheckWork, checkTask, readTask } from "./check-work.ts";

serveWork<CheckWork>({ check: checkTask, read: readTask });
