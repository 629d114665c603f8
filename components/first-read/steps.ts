export const steps = ["find", "price", "read"] as const;
export type Step = (typeof steps)[number];

const cover = /^\/documents\/[^/]+$/;
const section = /^\/documents\/([^/]+)\/sections\/([^/]+)$/;

export function sectionAt(path: string): { readonly documentId: string; readonly sectionId: string } | undefined {
  const [, documentId, sectionId] = section.exec(path) ?? [];
  if (documentId === undefined || sectionId === undefined) return undefined;
  return { documentId: decodeURIComponent(documentId), sectionId: decodeURIComponent(sectionId) };
}

/** A cover shows prices, a section is there to be read; all else is for finding. */
export function stepAt(path: string): Step {
  if (sectionAt(path) !== undefined) return "read";
  return cover.test(path) ? "price" : "find";
}
