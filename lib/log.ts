import pino, { type Logger } from "pino";
import { settings } from "./env.ts";

/**
 * The web app's log. Errors are logged by name, code and stack: messages of libraries may quote what they were
 * given, and what they were given may be a key.
 */
const allowed = new Set([
  "code",
  "status",
  "endpoint",
  "path",
  "method",
  "fingerprint",
  "requestId",
  "durationMs",
  "attempt",
  "reason",
  "count",
  "signal",
  "digest",
  "state",
  "kind",
]);

let known: Logger | undefined;

export function logger(): Logger {
  known ??= makeLogger(settings().logLevel);
  return known;
}

export function makeLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { app: "web" },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (fields) => onlyAllowed(fields), level: (label) => ({ level: label }) },
    serializers: {},
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A list of what may be logged, not of what may not: a new field is silent until somebody thinks about it. */
export function onlyAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name === "err") kept["err"] = describeError(value);
    else if (allowed.has(name) && (typeof value === "string" || typeof value === "number")) kept[name] = value;
  }
  return kept;
}

function describeError(error: unknown): { name: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  // The stack's first line is the message; the frames beneath it are ours.
  const frames = error.stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .join("\n");
  return { name: error.name, ...code, ...(frames === undefined ? {} : { stack: frames }) };
}
