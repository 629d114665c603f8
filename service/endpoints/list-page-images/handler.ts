import { deliversNothing, getDocumentOr404 } from "../deliverable.ts";
import type { FreeHandler } from "../handler.ts";

export const listPageImages: FreeHandler<"listPageImages"> = {
  kind: "free",
  async respond({ document_id }, { catalog }) {
    const document = await getDocumentOr404(catalog, document_id);
    const pages = deliversNothing(document) ? [] : await catalog.pageImages(document_id);
    return { document_id: document.summary.document_id, page_count: document.summary.page_count, pages };
  },
};
