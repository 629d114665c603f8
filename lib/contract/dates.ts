/**
 * Japanese calendar days and instants. Disclosures use Japan time: a day begins at 00:00 Asia/Tokyo, which has had no
 * daylight saving since 1951, so a fixed +09:00 is exact.
 */

const jstOffsetMs = 9 * 3_600_000;
const dayMs = 86_400_000;

/** True for a real calendar day written YYYY-MM-DD; 2026-02-30 is not one. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** First millisecond of the Japanese day. */
export function jstDayStartMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) - jstOffsetMs;
}

/** First millisecond after the Japanese day. */
export function jstDayEndMs(date: string): number {
  return jstDayStartMs(date) + dayMs;
}

/** The Japanese day on which an instant falls. */
export function jstDate(ms: number): string {
  return new Date(ms + jstOffsetMs).toISOString().slice(0, 10);
}

/** RFC 3339 with +09:00; milliseconds only where they are not zero. */
export function jstDateTime(ms: number): string {
  const text = new Date(ms + jstOffsetMs).toISOString().slice(0, -1);
  return `${text.endsWith(".000") ? text.slice(0, -4) : text}+09:00`;
}
