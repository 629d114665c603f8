import type { DocumentListResponse } from "../contract/resources.ts";
import type { Owner } from "../owners/owner.ts";
import { shiftDay } from "../text/format/clock.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { orProblem } from "../upstream/problem-error.ts";
import type { Answer } from "./document-parts.ts";

export const latestShown = 12;
const daysBack = 7;
const issuersToBeginWith = 8;

export function latestDocuments({ upstream }: Owner, today: string): Promise<Answer<DocumentListResponse>> {
  const query = { timeline_since: shiftDay(today, -daysBack), limit: latestShown };
  return orProblem(callFreeEndpoint(upstream, "listDocuments", query));
}

export function issuersOf({ documents }: DocumentListResponse) {
  const issuers = new Map<string, { readonly name: string | null; readonly name_en: string | null }>();
  for (const { security_code, issuer_name: name, issuer_name_en: nameEn } of documents) {
    if (security_code !== null) issuers.set(security_code, { name, name_en: nameEn });
  }
  return [...issuers].map(([security_code, names]) => ({ security_code, ...names })).slice(0, issuersToBeginWith);
}
