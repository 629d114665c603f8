import { shiftDay } from "@/lib/format/clock";
import type { TimelineFilters } from "@/lib/format/timeline-filters";
import type { DocumentListInput } from "@/lib/queries/documents";

const usualDays = 7;

/** The question without narrower filters: the market of a week where no first day is chosen. */
export function marketBase(filters: TimelineFilters, today: string): DocumentListInput & { timeline_since: string } {
  return {
    timeline_since: filters.from ?? shiftDay(filters.to ?? today, 1 - usualDays),
    ...(filters.to === null ? {} : { timeline_until: filters.to }),
  };
}
