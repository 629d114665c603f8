import { jstDateTime } from "@/lib/format/dates";

/** A moment as `YYYY-MM-DD HH:MM` in Japan. */
export function jstMinute(at: string): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? at : jstDateTime(ms).slice(0, 16).replace("T", " ");
}
