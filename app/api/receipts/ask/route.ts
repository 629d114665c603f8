import { z } from "zod";
import { app } from "@/lib/app.server";
import { DocumentId } from "@/lib/contract/ids";

const Quote = z.object({ document_id: DocumentId, quote: z.string().min(1).max(4_000) });

/** Has the service look for a quote in text that the owner does not own, with the owner's key: no charge. */
export const POST = app.ownerRoute(async ({ owner, request }) =>
  app.privateJson(await app.askService(owner.upstream, await app.readBody(request, Quote))),
);
