import { z } from "zod";
import { privateJson } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { DocumentId } from "@/lib/contract/ids";
import { checkOwnQuotes } from "@/lib/receipts/receipts";

const Quotes = z.object({
  quotes: z
    .array(z.object({ document_id: DocumentId, quote: z.string().max(8_000) }))
    .min(1)
    .max(20),
});

/** Looks for quotes in owned text, and nowhere else: no call, no charge. */
export const POST = ownerRoute(async ({ owner, request }) => {
  const { quotes } = await readBody(request, Quotes);
  return privateJson({ checked: await checkOwnQuotes(owner, quotes) });
});
