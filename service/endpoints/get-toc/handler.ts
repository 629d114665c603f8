import { getDocumentOr404, requireText } from "../deliverable.ts";
import type { FreeHandler } from "../handler.ts";

export const getToc: FreeHandler<"getToc"> = {
  kind: "free",
  async respond({ document_id }, { catalog, contentTiers, nowMs }) {
    const document = await getDocumentOr404(catalog, document_id);
    requireText(document, nowMs());
    return {
      document_id: document.summary.document_id,
      content_tiers: [...contentTiers],
      toc: await catalog.toc(document_id),
    };
  },
};
