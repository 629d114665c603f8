import { DocumentId } from "../contract/ids.ts";
import type { Tier } from "../contract/prices.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import { type ChangeMap, changeMap } from "../text/changes/change-map.ts";
import { earlierTypes, isEarlierOf } from "../text/changes/earlier.ts";
import { moment } from "../text/format/clock.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import type { KeptContents } from "../upstream/contents.ts";
import { keptContents, rememberContents } from "../upstream/kept-contents.ts";
import { isProblem } from "../upstream/problem-error.ts";
import { hasSpareRequests } from "../upstream/spare-requests.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { DocumentOverview } from "./cover.ts";

/** Since the document before, or since the one that it corrects. */
export interface DocumentChanges {
  readonly against: DocumentSummary;
  /** The service's tiers, by which a missing side is priced. */
  readonly tiers: readonly Tier[];
  readonly map: ChangeMap;
  readonly tocs: { readonly before: KeptContents["toc"]; readonly after: KeptContents["toc"] };
}

/** `beside`: what a page tells beside its own matter, for which at most half of the rate is used. */
type Asked = "asked" | "beside";

/**
 * `none`: there is nothing to compare with. `spared`: it was not looked up, because the key has used half of its rate.
 * `failed`: the service did not answer.
 */
export type ChangesFound = DocumentChanges | "none" | "spared" | "failed";

/** Free calls alone; each table of contents is asked for once an hour. */
export async function findChanges(
  upstream: Upstream,
  document: DocumentSummary,
  asked: Asked = "beside",
  chosen: string | null = null,
): Promise<ChangesFound> {
  const nowMs = Date.now();
  try {
    const against =
      (await findChosen(upstream, document, chosen)) ?? (await findEarlier(upstream, document, asked, nowMs));
    if (against === undefined) return "none";
    if (against === "spared") return "spared";
    const before = await keptContents(upstream, against.document_id, nowMs, asked);
    const after = await keptContents(upstream, document.document_id, nowMs, asked);
    if (before === undefined || after === undefined) return "spared";
    const tocs = { before: before.toc, after: after.toc };
    return { against, tiers: after.tiers, map: keptMap(before, after), tocs };
  } catch (error) {
    if (isProblem(error)) return "failed";
    throw error;
  }
}

/** The same for a cover, which has the document's own table of contents already. */
export async function findChangesOfCover(
  upstream: Upstream,
  { document, toc }: Pick<DocumentOverview, "document" | "toc">,
): Promise<ChangesFound> {
  if (toc !== null && "value" in toc) await rememberContents(upstream, document.document_id, toc.value, Date.now());
  return findChanges(upstream, document);
}

const maps = new WeakMap<KeptContents, WeakMap<KeptContents, ChangeMap>>();

/** Matching two long reports takes some milliseconds, so that it is done once for as long as both are kept. */
function keptMap(before: KeptContents, after: KeptContents): ChangeMap {
  const known = maps.get(after) ?? new WeakMap<KeptContents, ChangeMap>();
  maps.set(after, known);
  const map = known.get(before) ?? changeMap(before.toc, after.toc);
  known.set(before, map);
  return map;
}

/** One that the reader chose: of the same issuer, filed before; undefined where the address names no such one. */
async function findChosen(
  upstream: Upstream,
  document: DocumentSummary,
  chosen: string | null,
): Promise<DocumentSummary | undefined> {
  const id = DocumentId.safeParse(chosen);
  if (!id.success || document.security_code === null) return undefined;
  const found = await findDocument(upstream, id.data).catch(unlessMissing);
  if (found === undefined) return undefined;
  const isEarlier = (found.timeline_at ?? "") < (document.timeline_at ?? "");
  return isEarlier && found.security_code === document.security_code ? ready(found) : undefined;
}

function unlessMissing(error: unknown): undefined {
  if (!isProblem(error, "not_found")) throw error;
}

/** The document that this one corrects, or else the one before it of the same type and kind of period. */
async function findEarlier(
  upstream: Upstream,
  document: DocumentSummary,
  asked: Asked,
  nowMs: number,
): Promise<DocumentSummary | "spared" | undefined> {
  if (document.content_status !== "ready") return undefined;
  const { amends_document_id: original, security_code: code, document_type: type } = document;
  const until = moment(document.timeline_at)?.date;
  if (original === null && (code === null || until === undefined || type === null)) return undefined;
  if (asked === "beside" && !hasSpareRequests(upstream, nowMs)) return "spared";
  return askForEarlier(upstream, document, until);
}

async function askForEarlier(
  upstream: Upstream,
  document: DocumentSummary,
  until: string | undefined,
): Promise<DocumentSummary | undefined> {
  const { amends_document_id: original, security_code: code, document_type: type } = document;
  if (original !== null) return ready(await findDocument(upstream, original));
  const { documents } = await callFreeEndpoint(upstream, "listDocuments", {
    security_codes: code === null ? [] : [code],
    document_types: type === null ? [] : [...earlierTypes(type)],
    ...(until === undefined ? {} : { timeline_until: until }),
  });
  return documents.find((each) => each.content_status === "ready" && isEarlierOf(each, document));
}

function ready(document: DocumentSummary): DocumentSummary | undefined {
  return document.content_status === "ready" ? document : undefined;
}

function findDocument(upstream: Upstream, documentId: DocumentId): Promise<DocumentSummary> {
  return callFreeEndpoint(upstream, "getDocument", { document_id: documentId });
}
