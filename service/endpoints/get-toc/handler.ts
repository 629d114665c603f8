import { getDocumentOr404, requireText } from "../deliverable.ts";
import type { FreeHandler } from "../handler.ts";

export const getToc: FreeHandler<"getToc"> = {
  kind: "free",
  async respond({ document_id }, { catalog, contentTags, contentTiers, nowMs }) {
    const document = await getDocumentOr404(catalog, document_id);
    requireText(document, nowMs());
    const sections = await catalog.toc(document_id);
    const divided = await catalog.dividedAnew(document_id);
    return {
      document_id: document.summary.document_id,
      content_tiers: [...contentTiers],
      toc: sections.map(({ entry, textHash, ownTextHash }) => ({
        ...entry,
        content_tag: textHash === null ? null : contentTags(document, textHash),
        own_content_tag: ownTextHash === null ? null : contentTags(document, ownTextHash),
      })),
      missing_parts: document.summary.missing_parts,
      moved_sections: [...(await catalog.movedSections(document_id))],
      ...(divided === null
        ? {}
        : {
            divided_anew: {
              starts: [...divided.starts],
              former: divided.former.map(({ textHash, ...places }) => {
                return { content_tag: contentTags(document, textHash), ...places };
              }),
            },
          }),
    };
  },
};
