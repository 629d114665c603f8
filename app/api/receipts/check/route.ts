import { z } from "zod";
import { app } from "@/lib/app.server";
import { DocumentId } from "@/lib/contract/ids";

const Quotes = z.object({
  quotes: z
    .array(z.object({ document_id: DocumentId, quote: z.string().max(8_000) }))
    .min(1)
    .max(20),
});

/** Looks for quotes in owned text, and nowhere else: no call, no charge. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { quotes } = await app.readBody(request, Quotes);
  return app.privateJson({ checked: await app.checkOwnQuotes(owner, quotes) });
});
