import { api } from "../../routes.ts";
import { type ListedIssuer, readIssuers } from "../../text/format/free-lists.ts";
import { fetchOwnApi, OwnApiError } from "./own-api.ts";

/** The number of issuers in one list; the service returns fewer only where there are no more. */
export const issuersAtOnce = 20;

/** Free, and requested only where the browser's index is not sufficient. */
export async function fetchIssuers(question: string, signal: AbortSignal): Promise<readonly ListedIssuer[]> {
  const query = new URLSearchParams({ q: question.slice(0, 200), limit: String(issuersAtOnce) });
  const found = readIssuers(await fetchOwnApi<unknown>(api.free(`/v1/issuers/search?${query}`), { signal }));
  if (found !== undefined) return found;
  const detail = "The service's answer has a shape that can’t be read.";
  throw new OwnApiError({ status: 502, code: "unreadable_answer", detail, instance: null, retry_after_seconds: null });
}
