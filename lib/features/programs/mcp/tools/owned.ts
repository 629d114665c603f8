import { z } from "zod";
import { DocumentId } from "../../../../contract/ids.ts";
import { findChanges } from "../../../../reading/changes.ts";
import { libraryPage } from "../../../../spending/library/library-views.ts";
import { ownedDocument } from "../../../../spending/library/owned.ts";
import { type AgentCall, mayCallService, readerOf, upstreamOf } from "../../../../spending/programs/agent-call.ts";
import { pageOfList, short } from "../../../../spending/programs/answer.ts";
import { page, tool } from "../../../../spending/programs/tool.ts";
import { documentLine, getDocument } from "./find.ts";

const itemsMax = 15;

export const owned = tool({
  name: "owned",
  title: "What is owned and what changed",
  description:
    "Free. The owner's library, searchable by words. With document_id: what of it is owned, and which sections changed since the document before it.",
  cost: "free",
  readOnly: true,
  input: z.object({
    document_id: DocumentId.optional(),
    query: z.string().max(200).optional().describe("Words in owned text and titles."),
    cursor: z.string().max(500).optional(),
    page,
  }),
  async run(call, asked) {
    return asked.document_id === undefined
      ? { facts: await listed(call, asked) }
      : { facts: await ofDocument(call, asked.document_id, asked.page) };
  },
});

async function listed(
  call: AgentCall,
  asked: { readonly query?: string | undefined; readonly cursor?: string | undefined },
) {
  const query = new URLSearchParams({ limit: String(itemsMax) });
  if (asked.query !== undefined) query.set("q", asked.query);
  if (asked.cursor !== undefined) query.set("cursor", asked.cursor);
  const { items, next_cursor, total } = await libraryPage(call.deps, call.rows, call.token.owner_id, query);
  const shown = items.map((item) => ({
    kind: item.kind,
    document_id: item.document_id,
    title: short(item.document_title, 120),
    issuer: short(item.issuer_name, 80),
    subject: short(item.subject, 160),
    section_id: item.section_id,
    page_number: item.page_number,
    bought_at: item.stored_at,
    credits: item.credits,
    passage: item.snippet === null ? null : short(item.snippet.text, 200),
    ...(item.snippet_unread === null ? {} : { passage_unread: item.snippet_unread }),
  }));
  return { items: shown, next_cursor, total };
}

async function ofDocument(call: AgentCall, documentId: z.infer<typeof DocumentId>, at: number) {
  const { whole, sections, pages, originals } = await ownedDocument(call.rows, readerOf(call), documentId);
  const held = {
    document_id: documentId,
    whole,
    sections: sections.slice(0, 100),
    pages: pages.slice(0, 200),
    originals,
  };
  if (!mayCallService(call)) return { owned: held, changes: null };
  const upstream = upstreamOf(call);
  const found = await findChanges(upstream, await getDocument(call, documentId), "asked");
  if (typeof found === "string") return { owned: held, changes: found === "none" ? null : { status: found } };
  const changed = found.map.sections
    .filter((each) => each.state !== "same" && each.state !== "within")
    .map((each) => ({
      state: each.state,
      section_id: each.after?.id ?? null,
      section_id_before: each.before?.id ?? null,
      title: short((each.after ?? each.before)?.title, 120),
    }));
  const { items, ...paging } = pageOfList(changed, at);
  const changes = { against: documentLine(found.against), counts: found.map.counts, sections: items, ...paging };
  return { owned: held, changes };
}
