import { z } from "zod";
import { DocumentId, SectionId } from "../../../../contract/ids.ts";
import { contentPrice } from "../../../../contract/prices.ts";
import type { DocumentSummary, DocumentTocResponse } from "../../../../contract/resources.ts";
import { ownedDocument } from "../../../../spending/library/owned.ts";
import { type AgentCall, mayCallService, readerOf, upstreamOf } from "../../../../spending/programs/agent-call.ts";
import { pageOfList, short } from "../../../../spending/programs/answer.ts";
import { ToolRefusal } from "../../../../spending/programs/refusal.ts";
import { page, tool } from "../../../../spending/programs/tool.ts";
import { foldText } from "../../../../text/format/fold.ts";
import { wholeCharacters } from "../../../../text/toc/position.ts";
import { type MapRow, mapRows } from "../../../../text/toc/prices.ts";
import { sectionTree } from "../../../../text/toc/section-tree.ts";
import { callFreeEndpoint } from "../../../../upstream/call-free.ts";
import { isProblem } from "../../../../upstream/problem-error.ts";
import { documentLine, getDocument } from "./find.ts";

const input = z.object({
  document_id: DocumentId,
  depth: z.int().min(1).max(9).default(2).describe("Levels below the document, or below part."),
  part: SectionId.optional().describe("Only the sections in this one."),
  filter: z.string().trim().min(1).max(100).optional().describe("Only titles with these words, at any depth."),
  page,
});

export const outline = tool({
  name: "outline",
  title: "Outline of a document with prices",
  description:
    "Free. A document's sections with sizes, prices in credits and whether each is owned, and the price of the whole document. At first the statutory headings; `inside` counts the sections in one that are not listed: name it as `part`, or look for words of titles by `filter`.",
  cost: "free",
  readOnly: true,
  input,
  async run(call, asked) {
    const { document, toc } = await contentsOf(call, asked.document_id);
    const reader = readerOf(call);
    const owned = await ownedDocument(call.rows, reader, asked.document_id);
    const tiers = toc?.content_tiers ?? [];
    const rows = mapRows(toc?.toc ?? [], tiers, owned);
    const sections = listedSections(rows, asked);
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

type Listing = Pick<z.output<typeof input>, "depth" | "part" | "filter">;

/** Those that were asked for, in reading order. */
export function listedSections(rows: readonly MapRow[], { depth, part, filter }: Listing) {
  const above = rows.find((row) => row.id === part);
  if (part !== undefined && above === undefined) {
    throw new ToolRefusal("invalid_arguments", "part is no section of this document. Its outline has the ids.");
  }
  const within = above === undefined ? rows : rows.filter((row) => row.ancestors.includes(above.id));
  const wanted = filter === undefined ? undefined : foldText(filter);
  const listed = within.filter((row) =>
    wanted === undefined
      ? row.depth <= (above?.depth ?? 0) + depth
      : [row.title, row.titleEn].some((title) => title !== null && foldText(title).includes(wanted)),
  );
  const shown = new Set(listed.map((row) => row.id));
  const inside = new Map<string, number>();
  for (const row of within) {
    // Counted where one looks for it: in the nearest section that is listed.
    const nearest = shown.has(row.id) ? undefined : row.ancestors.find((id) => shown.has(id));
    if (nearest !== undefined) inside.set(nearest, (inside.get(nearest) ?? 0) + 1);
  }
  return listed.map((row) => ({
    section_id: row.id,
    title: short(row.title, 120),
    depth: row.depth,
    characters: row.characters,
    owned: row.owned,
    price_min: row.owned ? 0 : row.price.min,
    price_max: row.owned ? 0 : row.price.max,
    ...(inside.has(row.id) ? { inside: inside.get(row.id) } : {}),
  }));
}

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
