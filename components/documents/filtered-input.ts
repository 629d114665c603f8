import type { DocumentListInput } from "@/lib/next/queries/documents";
import type { TimelineFilters } from "@/lib/text/format/timeline-filters";

/** "news" is a filter here and no document family of the interface. */
export function filteredInput(base: DocumentListInput, filters: TimelineFilters): DocumentListInput {
  const families = filters.families?.filter((each) => each !== "news");
  return {
    ...base,
    ...(families === undefined || families.length === 0 ? {} : { document_families: families }),
    ...(filters.types === null ? {} : { document_types: filters.types }),
    ...(filters.from === null ? {} : { timeline_since: filters.from }),
    ...(filters.to === null ? {} : { timeline_until: filters.to }),
  };
}
