/** Japan's time, to the minute. Times from logs are in UTC. */
import { jstDateTime } from "@/lib/contract/dates";

export function minuteOf(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? time : jstDateTime(ms).slice(0, 16).replace("T", " ");
}

export function dayOf(time: string): string {
  return minuteOf(time).slice(0, 10);
}

/** 3.2 GB, as disks are sold. */
export function bytesInWords(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
