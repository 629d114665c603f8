import { z } from "zod";
import { DocumentId } from "../../../../contract/ids.ts";
import { contentPrice } from "../../../../contract/prices.ts";
import type { DocumentSummary, DocumentTocResponse } from "../../../../contract/resources.ts";
import { ownedDocument } from "../../../../spending/library/owned.ts";
import { type AgentCall, mayCallService, readerOf, upstreamOf } from "../../../../spending/programs/agent-call.ts";
import { pageOfList, short } from "../../../../spending/programs/answer.ts";
import { ToolRefusal } from "../../../../spending/programs/refusal.ts";
import { page, tool } from "../../../../spending/programs/tool.ts";
import { wholeCharacters } from "../../../../text/toc/position.ts";
import { mapRows } from "../../../../text/toc/prices.ts";
import { sectionTree } from "../../../../text/toc/section-tree.ts";
import { callFreeEndpoint } from "../../../../upstream/call-free.ts";
import { isProblem } from "../../../../upstream/problem-error.ts";
import { documentLine, getDocument } from "./find.ts";

export const outline = tool({
  name: "outline",
  title: "Outline of a document with prices",
  description:
    "Free. A document's sections with sizes, prices in credits and whether each is owned, and the price of the whole document.",
  cost: "free",
  readOnly: true,
  input: z.object({ document_id: DocumentId, page }),
  async run(call, asked) {
    const { document, toc } = await contentsOf(call, asked.document_id);
    const reader = readerOf(call);
    const owned = await ownedDocument(call.rows, reader, asked.document_id);
    const tiers = toc?.content_tiers ?? [];
    const rows = mapRows(toc?.toc ?? [], tiers, owned);
    const sections = rows.map((row) => ({
      section_id: row.id,
      title: short(row.title, 120),
      depth: row.depth,
      characters: row.characters,
      owned: row.owned,
      price_min: row.owned ? 0 : row.price.min,
      price_max: row.owned ? 0 : row.price.max,
    }));
    const characters = wholeCharacters(sectionTree(toc?.toc ?? []), document?.character_count ?? null);
    const whole = owned.whole ? { min: 0, max: 0 } : contentPrice(tiers, characters);
    const { items, ...paging } = pageOfList(sections, asked.page);
    return {
      facts: {
        document: document === null ? { document_id: asked.document_id } : documentLine(document),
        whole: { owned: owned.whole, price_min: whole.min, price_max: whole.max },
        owned_pages: owned.pages.slice(0, 200),
        sections: items,
        ...paging,
      },
    };
  },
});

interface Contents {
  readonly document: DocumentSummary | null;
  readonly toc: DocumentTocResponse | null;
}

/** From the service; for a token that may not call it, what the library knows of the document. */
async function contentsOf(call: AgentCall, documentId: DocumentSummary["document_id"]): Promise<Contents> {
  if (mayCallService(call)) {
    const [document, toc] = await Promise.all([
      getDocument(call, documentId),
      callFreeEndpoint(upstreamOf(call), "getToc", { document_id: documentId }).catch((error: unknown) => {
        // A document that can't be delivered has no contents, which is not a failure.
        if (isProblem(error, "content_not_available")) return null;
        throw error;
      }),
    ]);
    return { document, toc };
  }
  const { ownerId, upstream } = readerOf(call);
  const known = await call.purchaseService.snapshots.find(ownerId, upstream, documentId);
  if (known === null) throw new ToolRefusal("not_owned", "Nothing of this document is in the library.");
  return { document: known.summary, toc: known.toc };
}
