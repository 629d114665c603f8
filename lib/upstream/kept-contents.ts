import { isDeepStrictEqual } from "node:util";
import type { DocumentId } from "../contract/ids.ts";
import type { DocumentTocResponse } from "../contract/resources.ts";
import { callFreeEndpoint } from "./call-free.ts";
import { compactContents, type KeptContents } from "./contents.ts";
import { hasSpareRequests } from "./spare-requests.ts";
import type { Upstream } from "./upstream.ts";

const freshMs = 60 * 60_000;

/**
 * A document's table of contents, asked for once an hour and key. `beside`, for what a page tells beside its own matter:
 * undefined where it is not known and the key has no requests to spare. A document without one throws.
 */
export function keptContents(
  upstream: Upstream,
  documentId: DocumentId,
  nowMs: number,
  asked: "asked" | "beside" = "beside",
): Promise<KeptContents | undefined> {
  const { contents: memo } = upstream.service;
  const name = nameOf(upstream, documentId);
  const known = memo.get(name);
  if (known !== undefined && nowMs - known.atMs < freshMs) return known.contents;
  if (asked === "beside" && !hasSpareRequests(upstream, nowMs)) return Promise.resolve(undefined);
  const contents = callFreeEndpoint(upstream, "getToc", { document_id: documentId }).then(compactContents);
  memo.set(name, { contents, atMs: nowMs });
  contents.catch(() => memo.delete(name));
  return contents;
}

/** A table of contents that a page has asked for anyway. One that is as before stays, with what was matched by it. */
export async function rememberContents(
  upstream: Upstream,
  documentId: string,
  toc: DocumentTocResponse,
  nowMs: number,
): Promise<void> {
  const { contents: memo } = upstream.service;
  const name = nameOf(upstream, documentId);
  const known = await memo.get(name)?.contents.catch(() => undefined);
  const now = compactContents(toc);
  memo.set(name, { contents: Promise.resolve(isDeepStrictEqual(known, now) ? known : now), atMs: nowMs });
}

/** By key, so that one who may not use the service learns nothing of what another has asked. */
function nameOf({ keyId }: Upstream, documentId: string): string {
  return `${keyId} ${documentId}`;
}
