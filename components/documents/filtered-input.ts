import type { TimelineFilters } from "@/lib/format/timeline-filters";
import type { DocumentListInput } from "@/lib/queries/documents";

/** The same question as the service takes it; "news" is a lane of ours and no family of documents. */
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
