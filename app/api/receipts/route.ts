import { z } from "zod";
import { privateJson } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { DocumentId, SectionId } from "@/lib/contract/ids";
import { issueReceipt } from "@/lib/receipts/receipts";

const Selection = z.object({
  document_id: DocumentId,
  section_id: SectionId,
  quote: z.string().trim().min(1).max(20_000),
  before: z.string().max(200),
});

export const POST = ownerRoute(async ({ owner, request }) =>
  privateJson(await issueReceipt(owner, await readBody(request, Selection)), { status: 201 }),
);
