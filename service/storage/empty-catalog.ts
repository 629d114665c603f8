import type { Artifacts, Blobs, Catalog } from "./ports.ts";

/** Stands in until the catalog's storage is wired: finds nothing. */
export const emptyCatalog: Catalog = {
  searchIssuers: async () => [],
  findDocument: async () => undefined,
  findDocuments: async () => [],
  listDocuments: async () => ({ records: [], next: undefined }),
  toc: async () => [],
  sectionTexts: async () => [],
  sectionPath: async () => undefined,
  pageImages: async () => [],
  findPage: async () => "absent",
  originals: async () => [],
  findOriginal: async () => undefined,
  listNews: async () => ({ records: [], next: undefined }),
  findNews: async () => undefined,
  findNewsStatements: async () => [],
};
export const noArtifacts: Artifacts = {
  pageImage: () => Promise.reject(new Error("no artifacts")),
  original: () => Promise.reject(new Error("no artifacts")),
};
export const noBlobs: Blobs = { open: async () => undefined };
