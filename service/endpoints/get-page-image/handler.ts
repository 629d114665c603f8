import { fixedCredits } from "../../../lib/contract/prices.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { untilLate } from "../backend-deadline.ts";
import { deliversNothing, getDocumentOr404 } from "../deliverable.ts";
import type { PaidHandler } from "../handler.ts";
import { openFile } from "../open-file.ts";

export const getPageImage: PaidHandler<"getPageImage"> = {
  kind: "paid",
  async prepare({ document_id, page_number }, { catalog, artifacts, blobs, renderTimeoutMs }, client) {
    const document = await getDocumentOr404(catalog, document_id);
    const page = page_number < 1 ? "absent" : await catalog.findPage(document_id, page_number);
    if (page === "absent") throw notFound("The document has no such page.");
    if (page === "hidden" || deliversNothing(document)) {
      throw new Problem("image_not_available", `Page ${page_number} has no image that can be delivered.`);
    }
    return {
      credits: fixedCredits.pageImage,
      async run() {
        const stored = await artifacts.pageImage(document_id, page_number, untilLate(renderTimeoutMs, client));
        return { file: await openFile(blobs, stored), headers: { "Content-Type": "image/jpeg" } };
      },
    };
  },
};
