import { parentPort, workerData } from "node:worker_threads";
import { marketsOf } from "./market-source.ts";
import type { Span } from "./plan.ts";
import type { Step } from "./steps.ts";

/** Writes the publications of each step that it is given. */
const span = workerData as Span;
parentPort?.on("message", (step: Step) => parentPort?.postMessage(marketsOf(span, step)));
