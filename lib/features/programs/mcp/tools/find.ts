import { z } from "zod";
import type { EndpointInput } from "../../../../contract/endpoints.ts";
import { parseRequest } from "../../../../contract/parse-request.ts";
import type { DocumentSummary } from "../../../../contract/resources.ts";
import { type AgentCall, upstreamOf } from "../../../../spending/programs/agent-call.ts";
import { pageOfList, short } from "../../../../spending/programs/answer.ts";
import { ToolRefusal } from "../../../../spending/programs/refusal.ts";
import { day, tool } from "../../../../spending/programs/tool.ts";
import { callFreeEndpoint } from "../../../../upstream/call-free.ts";

const documentsMax = 20;

const input = z.object({
  issuer: z.string().max(200).optional().describe("Finds issuers: a name in Japanese or English, or a code."),
  security_codes: z.array(z.string().max(10)).max(20).optional().describe("Lists documents of these issuers."),
  document_types: z.array(z.string().max(80)).max(20).optional(),
  since: day.optional().describe("First Japanese day. Needed for documents without security_codes."),
  until: day.optional(),
  cursor: z.string().max(500).optional(),
});

export const find = tool({
  name: "find",
  title: "Find issuers and documents",
  description:
    "Free. With issuer: issuers by name or code. Else: documents, newest first, of security_codes or since a day. Give document_id to outline.",
  cost: "free",
  readOnly: true,
  input,
  async run(call, asked) {
    const upstream = upstreamOf(call);
    if (asked.issuer !== undefined) {
      const { issuers } = await callFreeEndpoint(upstream, "searchIssuers", { q: asked.issuer });
      const shown = issuers.map(({ security_code, name, name_en, market, sector }) => ({
        ...{ security_code, name: short(name), name_en: short(name_en), market: short(market), sector: short(sector) },
      }));
      return { facts: { issuers: pageOfList(shown, 1).items } };
    }
    const answer = await callFreeEndpoint(upstream, "listDocuments", listInput(asked));
    return { facts: { documents: answer.documents.map(documentLine), next_cursor: answer.next_cursor } };
  },
});

function listInput(asked: z.infer<typeof input>): EndpointInput<"listDocuments"> {
  const query = new URLSearchParams({ limit: String(documentsMax) });
  for (const each of asked.security_codes ?? []) query.append("security_codes", each);
  for (const each of asked.document_types ?? []) query.append("document_types", each);
  if (asked.since !== undefined) query.set("timeline_since", asked.since);
  if (asked.until !== undefined) query.set("timeline_until", asked.until);
  if (asked.cursor !== undefined) query.set("cursor", asked.cursor);
  const parsed = parseRequest("listDocuments", { path: {}, query });
  if ("input" in parsed) return parsed.input;
  if ("problem" in parsed) throw new ToolRefusal(parsed.problem.code, parsed.problem.detail);
  const words = parsed.failures.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
  throw new ToolRefusal("invalid_arguments", words);
}

/** A document's row in a list. */
export function documentLine(document: DocumentSummary) {
  const replaced = document.superseded_by_document_id ?? document.amended_by_document_id;
  return {
    document_id: document.document_id,
    title: short(document.title, 120),
    issuer: short(document.issuer_name, 80),
    security_code: document.security_code,
    type: short(document.document_type, 60),
    at: document.timeline_at,
    period_end: document.period_end,
    status: document.content_status,
    pages: document.page_count,
    characters: document.character_count,
    ...(document.amends_document_id === null ? {} : { amends: document.amends_document_id }),
    ...(replaced === null ? {} : { replaced_by: replaced }),
  };
}

/** A document as the service tells it now. */
export async function getDocument(
  call: AgentCall,
  documentId: DocumentSummary["document_id"],
): Promise<DocumentSummary> {
  return callFreeEndpoint(upstreamOf(call), "getDocument", { document_id: documentId });
}
