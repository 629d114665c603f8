import type { DocumentQuery, IndexedDocument, NewsQuery } from "../port.ts";

export function documentQuery(query: string, more: Partial<DocumentQuery> = {}): DocumentQuery {
  return {
    query,
    matchType: "lexical",
    topK: 10,
    includeSnippet: false,
    securityCodes: undefined,
    documentTypes: undefined,
    families: undefined,
    sinceMs: undefined,
    untilMs: undefined,
    latestOnly: false,
    ...more,
  };
}

export function newsQuery(query: string, more: Partial<NewsQuery> = {}): NewsQuery {
  return {
    query,
    matchType: "lexical",
    topK: 10,
    securityCodes: undefined,
    sinceMs: undefined,
    untilMs: undefined,
    ...more,
  };
}

export function documentOf(
  documentId: string,
  texts: readonly string[],
  more: Partial<IndexedDocument> = {},
): IndexedDocument {
  return {
    documentId,
    family: "edinet_filing",
    type: "annual_securities_report",
    securityCode: "1301",
    issuerName: "見本水産株式会社",
    title: "有価証券報告書",
    timelineAtMs: 0,
    superseded: false,
    issuerNames: ["見本水産株式会社", "Mihon Suisan Co., Ltd."],
    periodEnd: null,
    amendsDocumentId: null,
    sections: texts.map((markdown, i) => ({ sectionId: `s${i + 1}`, title: "", path: [], markdown })),
    ...more,
  };
}
