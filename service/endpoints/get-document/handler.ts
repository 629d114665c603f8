import { getDocumentOr404 } from "../deliverable.ts";
import type { FreeHandler } from "../handler.ts";

export const getDocument: FreeHandler<"getDocument"> = {
  kind: "free",
  respond: async ({ document_id }, { catalog }) => (await getDocumentOr404(catalog, document_id)).summary,
};
