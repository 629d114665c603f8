/** A service that asks for a longer pause than a day is believed for a day. */
const pauseMaxMs = 24 * 3_600_000;

/**
 * Milliseconds from now that a `Retry-After` asks for, as seconds or as a date; undefined where there is none or it
 * makes no sense, and never negative. A date is one of the wall clock, so that is the clock to give.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (text === "") return undefined;
  const seconds = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  const askedMs = seconds === undefined ? Date.parse(text) - nowMs : seconds * 1000;
  return Number.isNaN(askedMs) ? undefined : Math.min(Math.max(askedMs, 0), pauseMaxMs);
}
