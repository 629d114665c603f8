import type { ReadingData } from "@/lib/reading/reading-data";

/** The data of a reading page for tests: a section that is not owned, of a document without pages. */
export const emptyReading: ReadingData = {
  document: {
    document_id: "D1",
    document_family: null,
    title: "有価証券報告書",
    issuer_name: null,
    security_code: null,
    period_start: null,
    period_end: null,
    timeline_at: null,
    source_url: null,
    source_attribution: null,
    language: "ja",
  },
  section: { id: "s1", title: null, characters: null },
  toc: [],
  tiers: [],
  wholePrice: { min: 2, max: 8 },
  missingParts: [],
  flow: [],
  html: {},
  found: [],
  target: "s1",
  whole: false,
  withoutLead: false,
  hasChanges: false,
  placed: {},
  matched: false,
  pages: [],
};
