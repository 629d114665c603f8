import { z } from "zod";
import { privateJson } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { DocumentId } from "@/lib/contract/ids";
import { askService } from "@/lib/receipts/ask-service";

const Quote = z.object({ document_id: DocumentId, quote: z.string().min(1).max(4_000) });

/** Has the service look for a quote in text that the owner does not own, with the owner's key: no charge. */
export const POST = ownerRoute(async ({ owner, request }) =>
  privateJson(await askService(owner.upstream, await readBody(request, Quote))),
);
