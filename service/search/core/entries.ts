import { plainText } from "../../../lib/text/format/plain-text.ts";
import type { IndexedDocument, IndexedNews } from "../port.ts";
import { newsContext, sectionContext } from "./contexts.ts";
import { type FieldLine, fieldLinesOf } from "./field-lines.ts";

/** The same for every kind of index. */
export interface Entry extends EntryHead {
  readonly sections: readonly EntrySection[];
}

/** An entry without its texts. */
export interface EntryHead {
  readonly documentId: string;
  readonly family: string;
  readonly type: string;
  readonly securityCodes: readonly string[];
  readonly timelineAtMs: number;
  readonly superseded: boolean;
  readonly details: {
    readonly issuerNames: readonly string[];
    readonly periodEnd: string | null;
    readonly amends: string | null;
  };
}

export interface EntrySection {
  readonly sectionId: string;
  readonly title: string;
  readonly context: string;
  readonly text: string;
  readonly lines: readonly FieldLine[];
}

export function documentEntry(document: IndexedDocument): Entry {
  return { ...documentHead(document), sections: documentSections(document) };
}

export function documentHead(document: IndexedDocument): EntryHead {
  return {
    documentId: document.documentId,
    family: document.family,
    type: document.type,
    securityCodes: document.securityCode === null ? [] : [document.securityCode],
    timelineAtMs: document.timelineAtMs,
    superseded: document.superseded,
    details: {
      issuerNames: document.issuerNames,
      periodEnd: document.periodEnd,
      amends: document.amendsDocumentId,
    },
  };
}

export function documentSections(document: Pick<IndexedDocument, "issuerName" | "title" | "sections">): EntrySection[] {
  return document.sections.map((section) => ({
    sectionId: section.sectionId,
    title: section.title,
    context: sectionContext(document, section),
    text: plainText(section.markdown),
    lines: fieldLinesOf(section),
  }));
}

export function newsEntry(news: IndexedNews): Entry {
  return {
    documentId: news.newsId,
    family: "",
    type: "",
    securityCodes: news.securityCodes,
    timelineAtMs: news.observedAtMs,
    superseded: false,
    details: { issuerNames: news.issuerNames, periodEnd: null, amends: null },
    sections: [
      {
        sectionId: "",
        title: news.title ?? "",
        context: newsContext(news),
        text: [news.title ?? "", news.statement].join("\n").trim(),
        lines: [],
      },
    ],
  };
}
