import { issuerInTags } from "../../domain/content/content-tags.ts";
import { getDocumentOr404, requireText } from "../deliverable.ts";
import type { FreeHandler } from "../handler.ts";

export const getToc: FreeHandler<"getToc"> = {
  kind: "free",
  async respond({ document_id }, { catalog, contentTags, contentTiers, nowMs }) {
    const document = await getDocumentOr404(catalog, document_id);
    requireText(document, nowMs());
    const sections = await catalog.toc(document_id);
    const { security_code: securityCode, issuer_name: issuerName, document_id: documentId } = document.summary;
    const issuer = issuerInTags({ securityCode, issuerName, documentId });
    const divided = await catalog.dividedAnew(document_id);
    return {
      document_id: documentId,
      content_tiers: [...contentTiers],
      toc: sections.map(({ entry, textHash, ownTextHash }) => ({
        ...entry,
        content_tag: textHash === null ? null : contentTags(issuer, textHash),
        own_content_tag: ownTextHash === null ? null : contentTags(issuer, ownTextHash),
      })),
      missing_parts: document.summary.missing_parts,
      moved_sections: [...(await catalog.movedSections(document_id))],
      ...(divided === null
        ? {}
        : {
            divided_anew: {
              starts: [...divided.starts],
              former: divided.former.map(({ textHash, issuer: ofThen = issuer, ...places }) => {
                return { content_tag: contentTags(ofThen, textHash), ...places };
              }),
            },
          }),
    };
  },
};
