import type { ArtifactRow } from "../store/artifacts.ts";
import { bytesOf, noteOpened } from "./owned.ts";
import type { SpendingDeps } from "./ports.ts";
import { PurchaseProblem } from "./problems.ts";
import type { SpendingRows } from "./storing.ts";

/** Types that a browser may be told; anything else is only bytes. */
const knownTypes = new Set(["image/jpeg", "image/png", "image/gif", "application/pdf", "application/zip", "text/csv"]);

/**
 * An owned file. Whoever asks was authorised before this: only then may "not modified" be said, or the next user of
 * a browser would read the last one's cache.
 */
export async function serveArtifact(
  deps: SpendingDeps,
  rows: SpendingRows,
  artifact: ArtifactRow | undefined,
  request: Request,
  as: { readonly attachment: boolean; readonly raw?: boolean },
): Promise<Response> {
  if (artifact === undefined) throw notFound();
  const etag = `"${artifact.sha256}"`;
  const headers = new Headers({
    "Cache-Control": "private, no-cache",
    ETag: etag,
    Vary: "Cookie",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Accept-Ranges": "none",
  });
  if (as.raw !== true) noteOpened(deps, rows, artifact);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const bytes = await bytesOf(deps, artifact);
  const known = as.raw !== true && knownTypes.has(artifact.media_type);
  headers.set("Content-Type", known ? artifact.media_type : "application/octet-stream");
  headers.set("Content-Length", String(bytes.byteLength));
  headers.set("Content-Disposition", disposition(as.attachment, artifact));
  return new Response(new Uint8Array(bytes), { headers });
}

export function notFound(): PurchaseProblem {
  return new PurchaseProblem(404, "not_found", "There is no such thing in this library.");
}

function matches(header: string | null, etag: string): boolean {
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
