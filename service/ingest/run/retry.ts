import { PublicationRefused } from "../../domain/publishing/refusal.ts";
import type { IngestRecord } from "../../storage/ports.ts";
import { Refusal } from "../refusal.ts";
import { DownloadFailed } from "../sources/edinet/failures.ts";

const hourMs = 3_600_000;
const delaysMs = [hourMs, 6 * hourMs, 24 * hourMs, 7 * 24 * hourMs];

/** Reasons that may be gone the next time: what came was not whole, or this machine had too much to do. */
const mayPass: ReadonlySet<string> = new Set([
  "download_failed",
  "not_an_archive",
  "damaged_archive",
  "unreadable_pdf",
  "deadline_exceeded",
  "program_ended",
  "internal_error",
]);

/** When to try again what has failed so many times in a row; null: never. */
export function retryAtMs(reason: string, attempts: number, nowMs: number): number | null {
  const delayMs = mayPass.has(reason) ? delaysMs[attempts - 1] : undefined;
  return delayMs === undefined ? null : nowMs + delayMs;
}

type SetAside = Pick<IngestRecord, "state" | "attempts" | "dueAtMs" | "atMs"> & {
  readonly reason: string;
  readonly message: string;
};

/** The record of something that has failed so many times in a row. */
export function setAside(error: unknown, attempts: number, nowMs: number): SetAside {
  const reason = reasonOf(error);
  const message = plain(error instanceof Error ? error.message : String(error));
  const dueAtMs = retryAtMs(reason, attempts, nowMs);
  const notBeforeMs = (error instanceof DownloadFailed && error.retryAtMs) || 0;
  return {
    ...{ state: "set_aside", reason, message, attempts, atMs: nowMs },
    dueAtMs: dueAtMs === null ? null : Math.max(dueAtMs, notBeforeMs),
  };
}

/** A message may name what a file says of itself; PostgreSQL stores no NUL. */
function plain(message: string): string {
  return message
    .slice(0, messageCharactersMax)
    .replace(/\p{Cc}+/gu, " ")
    .toWellFormed();
}

const messageCharactersMax = 1_000;

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.reason;
  return error instanceof PublicationRefused ? "refused_by_store" : "internal_error";
}
