import { z } from "zod";
import { DocumentId } from "../../../../contract/ids.ts";
import { bytesOf } from "../../../../spending/library/artifact-bytes.ts";
import { recordOpened } from "../../../../spending/library/owned.ts";
import { type AgentCall, readerOf } from "../../../../spending/programs/agent-call.ts";
import type { Found } from "../../../../spending/programs/answer.ts";
import { obtain } from "../../../../spending/programs/obtain.ts";
import { ToolRefusal } from "../../../../spending/programs/refusal.ts";
import { maxCredits, taskId, tool } from "../../../../spending/programs/tool.ts";
import type { ArtifactRow } from "../../../../store/artifacts.ts";

/** Larger images stay in the library, where the browser shows them. */
const imageBytesMax = 4 * 1024 * 1024;

const input = z.object({
  document_id: DocumentId,
  page_number: z.int().min(1).max(100_000),
  max_credits: maxCredits,
  task_id: taskId,
});

export const pageImage = tool({
  name: "page_image",
  title: "Image of a page",
  description: "Costs credits where it is not owned, at most max_credits, once. The page as it was filed, as an image.",
  cost: "paid",
  readOnly: false,
  input,
  async run(call, asked): Promise<Found> {
    const { document_id, page_number, task_id } = asked;
    const known = await pageOf(call, document_id, page_number);
    if (known !== undefined) return { ...(await shown(call, known)), taskId: task_id };
    if (asked.max_credits === 0) throw new ToolRefusal("not_owned", "This page is not owned. Name a max_credits.");
    const action = { kind: "pages", document_id, pages: [page_number] } as const;
    const { charged, price } = await obtain(call, action, asked);
    const bought = await pageOf(call, document_id, page_number);
    if (bought === undefined) throw new ToolRefusal("unreadable", "It was bought and can't be shown.", { price });
    return { ...(await shown(call, bought)), taskId: task_id, charged, price };
  },
});

async function pageOf(call: AgentCall, documentId: string, pageNumber: number): Promise<ArtifactRow | undefined> {
  const { ownerId, upstream } = readerOf(call);
  return call.rows.artifacts.pageOf(ownerId, upstream, documentId, pageNumber);
}

async function shown(call: AgentCall, artifact: ArtifactRow): Promise<Found> {
  const { document_id, page_number, media_type, byte_size } = artifact;
  const facts = { document_id, page_number, media_type, byte_size };
  if (byte_size > imageBytesMax || !media_type.startsWith("image/")) {
    return { facts: { ...facts, shown: false, why: "It is too large to be sent here; the library shows it." } };
  }
  const bytes = await bytesOf(call.deps, artifact);
  await recordOpened(call.deps, call.rows, artifact);
  return { facts, image: { data: Buffer.from(bytes).toString("base64"), mimeType: media_type } };
}
