import { jstDateTime } from "@/lib/contract/dates";

/** A moment as `YYYY-MM-DD HH:MM` in Japan. */
export function jstMinute(at: string): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? at : jstDateTime(ms).slice(0, 16).replace("T", " ");
}
