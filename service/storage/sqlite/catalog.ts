import type { Catalog } from "../ports.ts";
import { createContentReader } from "./catalog-content.ts";
import { createDocumentReader } from "./catalog-documents.ts";
import type { Database } from "./database.ts";
import { createIssuerReader } from "./issuers.ts";
import { createNewsReader } from "./news.ts";

/** The read side of the catalog. Each call reads a few rows by index, so it may run on the event loop. */
export function createCatalog(db: Database): Catalog {
  const documents = createDocumentReader(db);
  const content = createContentReader(db);
  const news = createNewsReader(db);
  const searchIssuers = createIssuerReader(db);
  return {
    searchIssuers: async (q, limit) => searchIssuers(q, limit),
    findDocument: async (documentId) => documents.find(documentId),
    findDocuments: async (documentIds) => documents.findMany(documentIds),
    listDocuments: async (filter, after, limit) => documents.list(filter, after, limit),
    toc: async (documentId) => content.toc(documentId),
    sectionTexts: async (documentId, sectionIds) => content.sectionTexts(documentId, sectionIds),
    sectionPath: async (documentId, sectionId) => content.sectionPath(documentId, sectionId),
    dividedAnew: async (documentId) => content.dividedAnew(documentId),
    movedSections: async (documentId) => content.movedSections(documentId),
    sectionTitleEn: async (documentId, sectionId) => content.sectionTitleEn(documentId, sectionId),
    figureNames: async (documentId) => content.figureNames(documentId),
    pageImages: async (documentId) => content.pageImages(documentId),
    findPage: async (documentId, pageNumber) => content.findPage(documentId, pageNumber),
    originals: async (documentId) => content.originals(documentId),
    findOriginal: async (documentId, originalId) => content.findOriginal(documentId, originalId),
    listNews: async (filter, after, limit) => news.list(filter, after, limit),
    findNews: async (newsId) => news.find(newsId),
    findNewsStatements: async (newsIds) =>
      newsIds.flatMap((newsId) => {
        const found = news.find(newsId);
        return found === undefined ? [] : [found];
      }),
  };
}
