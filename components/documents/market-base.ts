import { shiftDay } from "@/lib/text/format/clock";
import type { TimelineFilters } from "@/lib/text/format/timeline-filters";

interface MarketBase {
  readonly timeline_since: string;
  readonly timeline_until?: string;
}

const usualDays = 7;

/** The market's request without further filters: the last week, unless a first day is chosen. */
export function marketBase(filters: TimelineFilters, today: string): MarketBase {
  return {
    timeline_since: filters.from ?? shiftDay(filters.to ?? today, 1 - usualDays),
    ...(filters.to === null ? {} : { timeline_until: filters.to }),
  };
}
