import { fixedCredits } from "../../../lib/contract/prices.ts";
import { notFound } from "../../http/problem.ts";
import { untilLate } from "../backend-deadline.ts";
import { contentNotAvailable, deliversNothing, getDocumentOr404 } from "../deliverable.ts";
import type { PaidHandler } from "../handler.ts";
import { openFile } from "../open-file.ts";
import { attachment } from "./content-disposition.ts";

export const getOriginal: PaidHandler<"getOriginal"> = {
  kind: "paid",
  async prepare({ document_id, original_id }, { catalog, artifacts, blobs, renderTimeoutMs, nowMs }, client) {
    const document = await getDocumentOr404(catalog, document_id);
    const found = await catalog.findOriginal(document_id, original_id);
    if (found === undefined) throw notFound("The document has no such original.");
    if (!found.deliverable || deliversNothing(document)) {
      throw contentNotAvailable(document, "This original can't be delivered.", nowMs());
    }
    const { media_type, file_name } = found.original;
    return {
      credits: fixedCredits.original,
      async run() {
        const stored = await artifacts.original(document_id, original_id, untilLate(renderTimeoutMs, client));
        const headers = {
          "Content-Type": media_type ?? "application/octet-stream",
          "Content-Disposition": attachment(file_name ?? original_id),
        };
        return { file: await openFile(blobs, stored), headers };
      },
    };
  },
};
