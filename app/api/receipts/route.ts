import { z } from "zod";
import { app } from "@/lib/app.server";
import { DocumentId, SectionId } from "@/lib/contract/ids";

const Selection = z.object({
  document_id: DocumentId,
  section_id: SectionId,
  quote: z.string().trim().min(1).max(20_000),
  before: z.string().max(200),
});

export const POST = app.ownerRoute(async ({ owner, request }) =>
  app.privateJson(await app.issueReceipt(owner, await app.readBody(request, Selection)), { status: 201 }),
);
