import { imageSize } from "../../pdf/image-size.ts";
import { deliversNothing, getDocumentOr404 } from "../deliverable.ts";
import type { FreeHandler } from "../handler.ts";

export const listPageImages: FreeHandler<"listPageImages"> = {
  kind: "free",
  async respond({ document_id }, { catalog }) {
    const document = await getDocumentOr404(catalog, document_id);
    const stored = deliversNothing(document) ? [] : await catalog.pageImages(document_id);
    // A page not requested yet has no image to measure, so the image size is computed from the page's.
    const pages = stored.map(({ pageNumber, points, byteSize }) => ({
      page_number: pageNumber,
      ...imageSize(points),
      byte_size: byteSize,
    }));
    return { document_id: document.summary.document_id, page_count: document.summary.page_count, pages };
  },
};
