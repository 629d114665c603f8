/** The longest pause that is accepted, a day. */
const pauseMaxMs = 24 * 3_600_000;

/**
 * The milliseconds from now that a `Retry-After` header asks for, as seconds or as a date; undefined where it is
 * missing or invalid, and never negative. `nowMs` is the wall clock's time, since a date refers to it.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (text === "") return undefined;
  const seconds = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  const askedMs = seconds === undefined ? Date.parse(text) - nowMs : seconds * 1000;
  return Number.isNaN(askedMs) ? undefined : Math.min(Math.max(askedMs, 0), pauseMaxMs);
}
