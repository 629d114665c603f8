import { pino, type DestinationStream, type Logger, type LoggerOptions, stdTimeFunctions } from "pino";
import { settings } from "./env.ts";
import { openLogOutput } from "./process/log-output.ts";
import { logFolderOf } from "./process/log-files.ts";

/**
 * The web app's log. Errors are logged by name, code and stack: messages of libraries may quote what they were
 * given, and what they were given may be a key.
 */

/**
 * What happened to access and money, in the order of a life. These are written at every level of the log but
 * `silent`: whoever answers for other people's credits looks for them years later.
 */
export const eventNames = [
  "sign_in",
  "sign_in_refused",
  "sign_in_locked",
  "recovery_code_used",
  "key_linked",
  "signed_out",
  "signed_out_everywhere",
  "session_ended",
  "request_refused",
  "purchase_started",
  "purchase_ended",
] as const;
export type EventName = (typeof eventNames)[number];

/** Who and what, by ids that mean nothing outside this installation: no key, no name, no text of a reader. */
export interface EventFields {
  readonly ownerId?: string;
  /** Id of a key in our own store; never the key or a part of it. */
  readonly keyId?: string;
  /** Public id of a session; never what its cookie holds. */
  readonly sessionId?: string;
  /** Address of the other end of the connection. */
  readonly peer?: string;
  /** A word of our own that says why: `wrong_key`, `expired`. */
  readonly reason?: string;
  readonly purchaseId?: string;
  readonly intentId?: string;
  /** What is bought: `content`, `page_image`. */
  readonly action?: string;
  /** How it ended: `stored`, `failed`, `unknown`. */
  readonly outcome?: string;
  /** Credits charged, or at most to be charged. */
  readonly credits?: number;
  readonly count?: number;
  readonly code?: string;
  /** Id of the request that the service answered. */
  readonly requestId?: string;
}

/** The one way to log what concerns access and money. */
export function logEvent(name: EventName, fields: EventFields = {}): void {
  eventLogger().info({ ...fields }, name);
}

/** Every field that may be logged, by whatever call. */
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
  "ownerId",
  "keyId",
  "sessionId",
  "peer",
  "purchaseId",
  "intentId",
  "action",
  "outcome",
  "credits",
]);

interface Loggers {
  readonly all: Logger;
  readonly events: Logger;
}

// Next bundles routes, pages and instrumentation apart from the program: one writer of the files is shared.
const shared: typeof globalThis & { hirakuLoggers?: Loggers | undefined } = globalThis;

/** From here on lines go to the files of the data folder; before, as in tests and commands, to standard output. */
export function openLogFiles(): void {
  const { dataFolder, logBytesMax, logToTerminal, logLevel } = settings();
  const output = openLogOutput({
    folder: logFolderOf(dataFolder),
    program: "web",
    bytesMax: logBytesMax,
    terminal: logToTerminal,
  });
  const writesAtOnce = {
    write(line: string) {
      output.write(line);
      output.flushSync();
    },
  };
  shared.hirakuLoggers = makeLoggers(logLevel, writesAtOnce);
}

export function logger(): Logger {
  return loggers().all;
}

function eventLogger(): Logger {
  return loggers().events;
}

function loggers(): Loggers {
  shared.hirakuLoggers ??= makeLoggers(settings().logLevel);
  return shared.hirakuLoggers;
}

function makeLoggers(level: string, destination?: DestinationStream): Loggers {
  return {
    all: makeLogger(level, destination),
    events: makeLogger(level === "silent" ? "silent" : "info", destination),
  };
}

export function makeLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    messageKey: "event",
    timestamp: stdTimeFunctions.isoTime,
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
