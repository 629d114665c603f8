import type { DocumentId } from "../contract/ids.ts";
import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "../contract/resources.ts";
import { type KeyOwner, oncePerRequest } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { spenderOf } from "../spending/purchases.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { orProblem, type UpstreamProblem } from "../upstream/problem-error.ts";
import type { Upstream } from "../upstream/upstream.ts";

/**
 * The free data of a document, in four parts. For owners of anything in the document the last answer for each part is
 * stored; it is used while the service does not answer, so that owned text can still be read.
 */
export interface DocumentParts {
  readonly summary: DocumentSummary;
  readonly toc: DocumentTocResponse;
  readonly pages: DocumentPageImagesResponse;
  readonly originals: DocumentOriginalsResponse;
}

export type PartName = keyof DocumentParts;

/** The answer to one part, or the problem received instead. */
export type Answer<T> = { readonly value: T } | { readonly problem: UpstreamProblem };

type PartCall<T> = (upstream: Upstream, input: { readonly document_id: DocumentId }) => Promise<T>;

const partCalls: { readonly [P in PartName]: PartCall<DocumentParts[P]> } = {
  summary: (upstream, input) => callFreeEndpoint(upstream, "getDocument", input),
  toc: (upstream, input) => callFreeEndpoint(upstream, "getToc", input),
  pages: (upstream, input) => callFreeEndpoint(upstream, "listPageImages", input),
  originals: (upstream, input) => callFreeEndpoint(upstream, "listOriginals", input),
};

/** The service's answer, requested once for each page request, however many components need it. */
export function fetchPart<P extends PartName>(
  owner: KeyOwner,
  documentId: DocumentId,
  part: P,
): Promise<Answer<DocumentParts[P]>> {
  return oncePerRequest(owner, `${part} of ${documentId}`, () =>
    orProblem(partCalls[part](owner.upstream, { document_id: documentId })),
  );
}

/** Whatever problem the service answers, even if it withdrew the document: owned text stays readable. */
export async function partOrStored<P extends PartName>(
  owner: KeyOwner,
  documentId: DocumentId,
  part: P,
): Promise<Answer<DocumentParts[P]>> {
  return orStored(owner, documentId, part, await fetchPart(owner, documentId, part));
}

/** For showing what can be bought: the stored part is used only where the service can't be reached. */
export async function partOrStoredIfUnreachable<P extends PartName>(
  owner: KeyOwner,
  documentId: DocumentId,
  part: P,
): Promise<Answer<DocumentParts[P]>> {
  const answer = await fetchPart(owner, documentId, part);
  return "problem" in answer && isServiceUnreachable(answer.problem)
    ? orStored(owner, documentId, part, answer)
    : answer;
}

/** True where the problem is not about the document: the service can't be reached, or can't answer anybody. */
export function isServiceUnreachable(problem: UpstreamProblem): boolean {
  return problem.status >= 500;
}

async function orStored<P extends PartName>(
  owner: KeyOwner,
  documentId: DocumentId,
  part: P,
  answer: Answer<DocumentParts[P]>,
): Promise<Answer<DocumentParts[P]>> {
  if ("value" in answer) return answer;
  const { ownerId, upstream } = spenderOf(owner);
  const stored: { readonly [Q in PartName]: DocumentParts[Q] | null } | null =
    await app().purchases.purchaseService.snapshots.find(ownerId, upstream, documentId);
  const value = stored === null ? null : stored[part];
  return value === null ? answer : { value };
}

export function valueOf<T>(answer: Answer<T>): T | null {
  return "value" in answer ? answer.value : null;
}
