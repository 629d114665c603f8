import type { SecurityCode } from "../contract/ids.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import { type KeyOwner, oncePerRequest } from "../owners/owner.ts";
import { chainNeighbours, chainTypes } from "../text/changes/year-chain.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { isProblem } from "../upstream/problem-error.ts";

/** Five years and more; corrections take places too. */
const documentsMax = 50;

/** An issuer's newest summaries and reports; undefined where the service can't be asked. Free. */
export function yearDocuments(owner: KeyOwner, code: SecurityCode): Promise<readonly DocumentSummary[] | undefined> {
  return oncePerRequest(owner, `years ${code}`, async () => {
    const wanted = { security_codes: [code], document_types: [...chainTypes], limit: documentsMax };
    try {
      return (await callFreeEndpoint(owner.upstream, "listDocuments", wanted)).documents;
    } catch (error) {
      if (isProblem(error)) return undefined;
      throw error;
    }
  });
}

/** A document beside another one in its issuer's chain, and which of the two is compared with which. */
export interface Neighbour {
  readonly shown: DocumentSummary;
  readonly later: DocumentSummary;
  readonly earlier: DocumentSummary;
}

export async function yearNeighbours(owner: KeyOwner, document: DocumentSummary): Promise<readonly Neighbour[]> {
  if (document.security_code === null) return [];
  const documents = (await yearDocuments(owner, document.security_code)) ?? [];
  const { before, after } = chainNeighbours(documents, document.document_id);
  return [
    ...(before?.content_status === "ready" ? [{ shown: before, later: document, earlier: before }] : []),
    ...(after?.content_status === "ready" ? [{ shown: after, later: after, earlier: document }] : []),
  ];
}
