import type { ArtifactRow } from "../../store/artifacts.ts";
import { openArtifact } from "../library/artifact-bytes.ts";
import { recordOpened } from "../library/owned.ts";
import { streamWhenRead } from "../library/stream-when-read.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { PurchaseProblem } from "../problems.ts";
import { isRangeCurrent, rangeOf } from "./byte-ranges.ts";

/** The media types that are sent to a browser; any other file is sent as plain bytes. */
const knownTypes = new Set(["image/jpeg", "image/png", "image/gif", "application/pdf", "application/zip", "text/csv"]);

export interface ServedAs {
  readonly attachment: boolean;
  readonly raw?: boolean;
  /** Runs what is not to hold up the answer once it is sent. Without it, it is done before. */
  readonly later?: (work: () => Promise<void>) => void;
}

/** The caller must be authorised before: "not modified" would show somebody the last user's cached copy. */
export async function serveArtifact(
  deps: SpendingDeps,
  rows: PurchaseStore,
  artifact: ArtifactRow | undefined,
  request: Request,
  as: ServedAs,
): Promise<Response> {
  if (artifact === undefined) throw notFound();
  const etag = `"${artifact.sha256}"`;
  const headers = ownedHeaders(etag);
  headers.set("Accept-Ranges", "bytes");
  const record = () => recordOpened(deps, rows, artifact);
  const isRecorded = as.raw !== true;
  const recorded = isRecorded && as.later === undefined ? record() : undefined;
  const isKnown = matches(request.headers.get("if-none-match"), etag);
  // The bytes are read while it is recorded, so that a file is not shown later for the record's sake.
  const [body] = await Promise.all([isKnown ? undefined : openArtifact(deps, artifact), recorded]);
  if (isRecorded) as.later?.(record);
  if (body === undefined) return new Response(null, { status: 304, headers });
  const asked = isRangeCurrent(request.headers.get("if-range"), etag) ? request.headers.get("range") : null;
  const range = rangeOf(asked, body.byteSize);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${body.byteSize}`);
    return new Response(null, { status: 416, headers });
  }
  const { first, last } = range === "whole" ? { first: 0, last: body.byteSize - 1 } : range;
  if (range !== "whole") headers.set("Content-Range", `bytes ${first}-${last}/${body.byteSize}`);
  const known = as.raw !== true && knownTypes.has(artifact.media_type);
  headers.set("Content-Type", known ? artifact.media_type : "application/octet-stream");
  headers.set("Content-Length", String(last - first + 1));
  headers.set("Content-Disposition", disposition(as.attachment, artifact));
  const stream = streamWhenRead(() => body.stream(first, last));
  return new Response(stream, { status: range === "whole" ? 200 : 206, headers });
}

export function ownedHeaders(etag: string): Headers {
  return new Headers({
    "Cache-Control": "private, no-cache",
    ETag: etag,
    Vary: "Cookie",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
  });
}

export function notFound(): PurchaseProblem {
  return new PurchaseProblem(404, "not_found", "There is no such thing in this library.");
}

export function matches(header: string | null, etag: string): boolean {
  return header !== null && header.split(",").some((each) => each.trim() === etag);
}

function disposition(attachment: boolean, artifact: ArtifactRow): string {
  const kind = attachment ? "attachment" : "inline";
  const name =
    artifact.file_name ??
    artifact.original_id ??
    (artifact.page_number === null ? "answer" : `page-${artifact.page_number}.jpg`);
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended}`;
}
