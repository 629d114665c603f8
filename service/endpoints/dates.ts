import { jstDayEndMs, jstDayStartMs } from "../../lib/contract/dates.ts";

/** `timeline_since` and `timeline_until`, both inclusive Japanese days, as a half-open span of instants. */
export function timelineSpan(input: {
  readonly timeline_since?: string | undefined;
  readonly timeline_until?: string | undefined;
}): { readonly sinceMs: number | undefined; readonly untilMs: number | undefined } {
  return {
    sinceMs: input.timeline_since === undefined ? undefined : jstDayStartMs(input.timeline_since),
    untilMs: input.timeline_until === undefined ? undefined : jstDayEndMs(input.timeline_until),
  };
}
