import { parentPort, workerData } from "node:worker_threads";
import type { Step } from "./load.ts";
import { marketsOf } from "./market-source.ts";
import type { Span } from "./plan.ts";

/** Writes the publications of each step that it is given. */
const span = workerData as Span;
parentPort?.on("message", (step: Step) => parentPort?.postMessage(marketsOf(span, step)));
