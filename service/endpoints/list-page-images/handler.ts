import { imageSize } from "../../pdf/image-size.ts";
import { deliversNothing, getDocumentOr404 } from "../deliverable.ts";
import type { FreeHandler } from "../handler.ts";

export const listPageImages: FreeHandler<"listPageImages"> = {
  kind: "free",
  async respond({ document_id }, { catalog }) {
    const document = await getDocumentOr404(catalog, document_id);
    const stored = deliversNothing(document) ? [] : await catalog.pageImages(document_id);
    // Of a page that nobody has asked for yet there is no image to measure: its size follows from the page's.
    const pages = stored.map(({ pageNumber, points, byteSize }) => ({
      page_number: pageNumber,
      ...imageSize(points),
      byte_size: byteSize,
    }));
    return { document_id: document.summary.document_id, page_count: document.summary.page_count, pages };
  },
};
