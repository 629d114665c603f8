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
