import type { DocumentFilters } from "../../contract/endpoints.ts";
import { api } from "../../routes.ts";
import { type DocumentPage, documentsAPage, readDocumentPage } from "../../text/format/free-lists.ts";
import { fetchOwnApi, OwnApiError } from "./own-api.ts";

/** A service with a lower maximum refuses ours; from then on the limit is left out. */
let limit: number | undefined = documentsAPage;

export async function fetchDocuments(
  input: DocumentFilters,
  cursor: string,
  signal: AbortSignal,
): Promise<DocumentPage> {
  const asked = limit;
  try {
    return await fetchPage(input, cursor, asked, signal);
  } catch (error) {
    if (asked === undefined || !(error instanceof OwnApiError) || error.problem.status !== 422) throw error;
    limit = undefined;
    return fetchPage(input, cursor, undefined, signal);
  }
}

async function fetchPage(
  input: DocumentFilters,
  cursor: string,
  most: number | undefined,
  signal: AbortSignal,
): Promise<DocumentPage> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) query.append(name, String(item));
  }
  if (most !== undefined) query.append("limit", String(most));
  if (cursor !== "") query.append("cursor", cursor);
  const page = readDocumentPage(await fetchOwnApi<unknown>(api.free(`/v1/documents?${query}`), { signal }));
  if (page !== undefined) return page;
  const detail = "The service's answer has a shape that can’t be read.";
  throw new OwnApiError({ status: 502, code: "unreadable_answer", detail, instance: null, retry_after_seconds: null });
}
