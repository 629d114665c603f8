import { z } from "zod";
import { DocumentId, SectionId } from "../../../../contract/ids.ts";
import { ownedContent, ownedDocument, ownedSection } from "../../../../spending/library/owned.ts";
import { type AgentCall, readerOf } from "../../../../spending/programs/agent-call.ts";
import { type Found, pagesOfText } from "../../../../spending/programs/answer.ts";
import { obtain } from "../../../../spending/programs/obtain.ts";
import { ToolRefusal } from "../../../../spending/programs/refusal.ts";
import { maxCredits, page, taskId, tool } from "../../../../spending/programs/tool.ts";

const input = z.object({
  document_id: DocumentId,
  section_id: SectionId.optional().describe("A section of outline; absent: the whole document."),
  max_credits: maxCredits,
  task_id: taskId,
  page,
});
type Asked = z.infer<typeof input>;

export const read = tool({
  name: "read",
  title: "Read a section or a document",
  description:
    "Costs credits where it is not owned, at most max_credits, once. The text in pages: owned from then on, so further pages and reading again cost 0.",
  cost: "paid",
  readOnly: false,
  input,
  async run(call, asked): Promise<Found> {
    const known = await ownedText(call, asked);
    if (known !== undefined) return shown(asked, known, { charged: 0 });
    if (asked.max_credits === 0) {
      throw new ToolRefusal("not_owned", "This text is not owned. outline tells its price; name it as max_credits.");
    }
    const { document_id } = asked;
    const action =
      asked.section_id === undefined
        ? ({ kind: "content", document_id } as const)
        : ({ kind: "sections", document_id, sections: [asked.section_id] } as const);
    const { charged, price } = await obtain(call, action, asked);
    const text = await ownedText(call, asked);
    if (text === undefined) {
      const detail = "It was bought and is stored, and its text can't be read. The owner sees it in the library.";
      throw new ToolRefusal("unreadable", detail, { price, facts: { charged } });
    }
    return shown(asked, text, { charged, price });
  },
});

function shown(asked: Asked, text: string, bill: Pick<Found, "charged" | "price">): Found {
  const pages = pagesOfText(text);
  const at = Math.min(asked.page, pages.length);
  const { document_id, section_id = null } = asked;
  const facts = { document_id, section_id, page: at, pages: pages.length, characters: text.length };
  return { facts, text: pages[at - 1] ?? "", taskId: asked.task_id, ...bill };
}

/** From the library alone; undefined where it isn't owned. */
async function ownedText(call: AgentCall, { document_id, section_id }: Asked): Promise<string | undefined> {
  const { deps, rows } = call;
  const reader = readerOf(call);
  if (section_id !== undefined) return (await ownedSection(deps, rows, reader, document_id, section_id))?.content;
  const held = await ownedDocument(rows, reader, document_id);
  if (!held.whole) return undefined;
  return (await ownedContent(deps, rows, reader, document_id, held.sections[0] ?? ""))?.content;
}
