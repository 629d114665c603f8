import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from "pino";
import { logFolderOf } from "./kit/process/log-files.ts";
import { openLogOutput } from "./kit/process/log-output.ts";
import { currentTrace } from "./kit/process/trace.ts";
import { type Settings, settings } from "./settings.ts";

/**
 * The web app's log. Errors are logged by name, code and stack without their message, since a library's message may
 * quote its input, which may be a key.
 */

/**
 * Events about access and credits. They are logged at every level but `silent`, because they may be needed years later
 * to account for spending.
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
  "key_kept",
  "key_let_go",
  "feed_made",
  "feed_revoked",
  "webhook_made",
  "webhook_revoked",
  "mail_asked",
  "mail_confirmed",
  "mail_ended",
  "mail_sent",
  "mail_not_sent",
  "agent_token_made",
  "agent_token_revoked",
  "agent_token_refused",
  "agent_key_kept",
  "agent_key_let_go",
  "agent_task_opened",
  "agent_task_ended",
  "agent_plan_decided",
  "operator_sign_in",
  "operator_refused",
  "operator_signed_out",
] as const;
export type EventName = (typeof eventNames)[number];

/** The fields of events: ids that mean nothing outside this installation, no keys, names or texts of users. */
export interface EventFields {
  readonly ownerId?: string;
  /** Id of a key in our own store; never the key or a part of it. */
  readonly keyId?: string;
  /** Public id of a session; never what its cookie holds. */
  readonly sessionId?: string;
  /** Address of the other end of the connection. */
  readonly peer?: string;
  /** The reason as a fixed word: `wrong_key`, `expired`. */
  readonly reason?: string;
  /** Public ids of a program's token and task; never the token. */
  readonly tokenId?: string;
  readonly taskId?: string;
  readonly purchaseId?: string;
  readonly intentId?: string;
  /** `content`, `page_image`. */
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

/** Logs an event about access or credits; the only way to do so. */
export function logEvent(name: EventName, fields: EventFields = {}): void {
  eventLogger().info({ ...fields }, name);
}

/** All fields that may be logged, by any call. */
const allowed = new Set([
  "code",
  "status",
  "endpoint",
  "path",
  "method",
  "fingerprint",
  "requestId",
  "traceId",
  "retryAfterSeconds",
  "durationMs",
  "attempt",
  "reason",
  "count",
  "signal",
  "digest",
  "failureId",
  "state",
  "kind",
  "ownerId",
  "keyId",
  "sessionId",
  "peer",
  "tokenId",
  "taskId",
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

type LogSettings = Pick<Settings, "dataFolder" | "logBytesMax" | "logToTerminal" | "logLevel">;

let current: Loggers | undefined;

/**
 * Sends further lines to files in the data folder. Before this call, and in tests and commands, they go to standard
 * output.
 */
export function openLogFiles({ dataFolder, logBytesMax, logToTerminal, logLevel }: LogSettings): void {
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
  current = makeLoggers(logLevel, writesAtOnce);
}

export function logger(): Logger {
  return loggers().all;
}

function eventLogger(): Logger {
  return loggers().events;
}

function loggers(): Loggers {
  current ??= makeLoggers(settings().logLevel);
  return current;
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
    mixin: () => {
      const trace = currentTrace();
      return trace === undefined ? {} : { traceId: trace.traceId };
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Lists the allowed fields rather than the forbidden ones, so that a new field is not logged until it is added. */
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
  // Leaves out the stack's first line, which is the message.
  const frames = error.stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .join("\n");
  return { name: error.name, ...code, ...(frames === undefined ? {} : { stack: frames }) };
}
