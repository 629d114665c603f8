/** Today by the clock, else by the day: `15:30`, `11-19`, and `2025-06-25` of another year. */
export function shortTime(at: { date: string; time: string | null } | undefined, today: string): string {
  if (at === undefined) return "";
  if (at.date === today) return at.time ?? "";
  return at.date.slice(0, 4) === today.slice(0, 4) ? at.date.slice(5) : at.date;
}
