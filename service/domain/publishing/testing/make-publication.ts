import type { SearchWriter } from "../../../search/port.ts";
import type { NewsPublication, Publication, PublicationSection } from "../publication.ts";

/** A complete publication with defaults; a test gives only the fields it is about. */
export function makePublication(changes: Partial<Publication> = {}): Publication {
  return {
    documentId: "S9TEST01",
    family: "edinet_filing",
    type: "annual_securities_report",
    title: "有価証券報告書－第78期",
    securityCode: "971A",
    issuerName: "海鳴精機株式会社",
    timelineAtMs: Date.parse("2026-06-26T10:32:00+09:00"),
    periodStart: "2025-04-01",
    periodEnd: "2026-03-31",
    fiscalPeriod: "2025FY",
    language: "ja",
    amendsDocumentId: null,
    sourceUrl: null,
    sourceAttribution: null,
    status: "ready",
    releaseAtMs: null,
    sections: [makeSection("s-1", "本文")],
    pages: [],
    originals: [],
    images: [],
    ...changes,
  };
}

export function makeSection(
  sectionId: string,
  text: string,
  changes: Partial<PublicationSection> = {},
): PublicationSection {
  return {
    sectionId,
    title: sectionId,
    level: 1,
    parentSectionId: null,
    markdown: `# ${sectionId}\n\n${text}\n\n`,
    ...changes,
  };
}

export function makeNews(changes: Partial<NewsPublication> = {}): NewsPublication {
  return {
    newsId: "N-1",
    title: "海鳴精機、長岡工場の新棟を稼働",
    statement: "海鳴精機は長岡工場の新棟を稼働させた。",
    observedAtMs: Date.parse("2026-10-28T08:10:00+09:00"),
    securityCodes: ["971A"],
    references: [{ documentId: "S9TEST01", sectionId: null, pageNumber: 2, url: null, title: null }],
    ...changes,
  };
}

/** Records what a search index would contain. */
export interface RecordedSearch extends SearchWriter {
  readonly documents: Map<string, { superseded: boolean; text: string }>;
  readonly news: Set<string>;
}

export function recordSearch(): RecordedSearch {
  const documents: RecordedSearch["documents"] = new Map();
  const news = new Set<string>();
  return {
    documents,
    news,
    putDocument: async ({ documentId, superseded, sections }) =>
      void documents.set(documentId, { superseded, text: sections.map((section) => section.markdown).join("") }),
    removeDocument: async (documentId) => void documents.delete(documentId),
    async setSuperseded(documentId, superseded) {
      const known = documents.get(documentId);
      if (known === undefined) throw new Error(`${documentId} is not in the index`);
      known.superseded = superseded;
    },
    putNews: async ({ newsId }) => void news.add(newsId),
    removeNews: async (newsId) => void news.delete(newsId),
  };
}
