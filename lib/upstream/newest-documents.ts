import type { SecurityCode } from "../contract/ids.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import { callFreeEndpoint } from "./call-free.ts";
import type { Upstream } from "./upstream.ts";

/** The limit on free requests for one Desk page: one for all issuers, then one for each issuer not in its answer. */
const singlesMax = 24;
const atOnce = 6;

/**
 * The newest document of each issuer. Issuers with many documents fill the common list, so those missing in it are
 * requested separately.
 */
export async function newestDocuments(
  upstream: Upstream,
  codes: readonly string[],
): Promise<ReadonlyMap<string, DocumentSummary>> {
  const newest = new Map<string, DocumentSummary>();
  if (codes.length === 0) return newest;
  const together = await list(upstream, codes, undefined);
  for (const document of together.documents) {
    const code = document.security_code;
    if (code !== null && !newest.has(code)) newest.set(code, document);
  }
  if (together.next_cursor === null) return newest;
  const silent = codes.filter((code) => !newest.has(code)).slice(0, singlesMax);
  for (let from = 0; from < silent.length; from += atOnce) {
    const batch = silent.slice(from, from + atOnce);
    const answers = await Promise.all(batch.map((code) => list(upstream, [code], 1)));
    answers.forEach(({ documents }, index) => {
      const code = batch[index];
      const document = documents[0];
      if (code !== undefined && document !== undefined) newest.set(code, document);
    });
  }
  return newest;
}

function list(upstream: Upstream, codes: readonly string[], limit: number | undefined) {
  // Another service may allow fewer than 100 a page; its own default is always allowed.
  const query = { security_codes: codes as SecurityCode[], ...(limit === undefined ? {} : { limit }) };
  return callFreeEndpoint(upstream, "listDocuments", query);
}
