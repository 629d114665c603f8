import { serveWork } from "../../kit/workers/serve-work.ts";
import { type CheckWork, checkTask, commentTask, readTask } from "./check-work.ts";

serveWork<CheckWork>({ check: checkTask, read: readTask, comment: commentTask });
