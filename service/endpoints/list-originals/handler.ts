import { deliversNothing, getDocumentOr404 } from "../deliverable.ts";
import type { FreeHandler } from "../handler.ts";

export const listOriginals: FreeHandler<"listOriginals"> = {
  kind: "free",
  async respond({ document_id }, { catalog }) {
    const document = await getDocumentOr404(catalog, document_id);
    const originals = deliversNothing(document) ? [] : await catalog.originals(document_id);
    return { document_id: document.summary.document_id, originals };
  },
};
