import { pino } from "pino";
import type { LineOutput } from "../../lib/kit/process/line-output.ts";
import type { ExchangeRecord } from "../http/exchange.ts";

/** Only the fields named here are written: no key, query, body or address can get in. */
export interface ServiceLog {
  exchange(record: ExchangeRecord): void;
  event(name: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  failure(name: string, error: unknown): void;
  /** Writes the collected lines; called every fraction of a second and at the end. */
  flush(): void;
  readonly waitingCharacters: number;
}

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

export function createLog(level: LogLevel, output: LineOutput): ServiceLog {
  const logger = pino(
    {
      ...{ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: "event" },
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );

  const informs = logger.isLevelEnabled("info");

  return {
    exchange(record) {
      if (record.status >= 500) logger.error({ ...fieldsOf(record), ...causeOf(record.cause) }, "request");
      else if (informs) output.write(lineOf(record));
    },
    event: (name, fields = {}) => logger.info(fields, name),
    failure: (name, error) => logger.error(causeOf(error), name),
    flush: () => output.flushSync(),
    get waitingCharacters() {
      return output.waitingCharacters;
    },
  };
}

function fieldsOf(record: ExchangeRecord) {
  return {
    requestId: record.requestId,
    traceId: record.traceId,
    method: knownMethod(record.method),
    endpoint: record.endpoint,
    status: record.status,
    problem: record.problem,
    keyId: record.keyId,
    key: record.keyFingerprint,
    credits: record.credits === 0 ? undefined : record.credits,
    replayed: record.replayed ? true : undefined,
    ms: Math.round(record.durationMs * 10) / 10,
  };
}

/**
 * The same line as the logger's own: every request writes one. All of its texts are names and numbers that the
 * service gave itself, or hexadecimal digits, so none needs an escape.
 */
function lineOf(record: ExchangeRecord): string {
  const { traceId, problem, keyId, keyFingerprint, credits, replayed } = record;
  let line = `{"level":"info","time":"${isoTime()}","requestId":"${record.requestId}","method":"${knownMethod(record.method)}"`;
  line += `,"endpoint":"${record.endpoint}","status":${record.status}`;
  if (traceId !== undefined) line += `,"traceId":"${traceId}"`;
  if (problem !== undefined) line += `,"problem":"${problem}"`;
  if (keyId !== undefined) line += `,"keyId":"${keyId}"`;
  if (keyFingerprint !== undefined) line += `,"key":"${keyFingerprint}"`;
  if (credits !== 0) line += `,"credits":${credits}`;
  if (replayed) line += ',"replayed":true';
  return `${line},"ms":${Math.round(record.durationMs * 10) / 10},"event":"request"}\n`;
}

let lastMs = 0;
let lastIso = "";

function isoTime(): string {
  const nowMs = Date.now();
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    lastIso = new Date(nowMs).toISOString();
  }
  return lastIso;
}

const knownMethods = ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"];

/** A method is text from outside, so only those of the interface are logged. */
function knownMethod(method: string): string {
  return knownMethods.includes(method) ? method : "other";
}

const apiKeyShape = /hko?_[0-9A-Za-z]{40}/g;

function causeOf(error: unknown): { error?: string; stack?: string } {
  if (error === undefined || error === null) return {};
  if (!(error instanceof Error)) return { error: "not an error" };
  const clean = (text: string) => text.replace(apiKeyShape, "hk_…").slice(0, 2_000);
  const inner = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return { error: clean(`${error.name}: ${error.message}${inner}`), stack: clean(error.stack ?? "") };
}
