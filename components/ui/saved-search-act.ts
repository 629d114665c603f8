import type { PhraseFault } from "@/lib/text/format/standing-phrase";

/** The properties of what features bring to a saved search of documents. */
export interface SavedSearchAct {
  readonly search: {
    readonly search_id: string;
    readonly query: string;
    /** Why its words may not stand. */
    readonly fault: PhraseFault | undefined;
  };
  /** Undefined where the search does not stand. */
  readonly matched: number | undefined;
  readonly onChange: (work: Promise<void>) => void;
}
