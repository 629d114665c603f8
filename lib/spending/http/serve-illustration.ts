import { createHash } from "node:crypto";
import type { IllustrationBytes } from "../../store/illustrations.ts";
import { notFound } from "./serve-artifact.ts";

/** Serves an image that came with an owned text. The caller must be authorised before. */
export function serveIllustration(image: IllustrationBytes | undefined, request: Request): Response {
  if (image === undefined) throw notFound();
  const etag = `"${createHash("sha256").update(image.bytes).digest("hex")}"`;
  const headers = {
    "Cache-Control": "private, no-cache",
    ETag: etag,
    Vary: "Cookie",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  const known = request.headers.get("if-none-match") ?? "";
  if (known.split(",").some((each) => each.trim() === etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(image.bytes), {
    headers: {
      ...headers,
      "Content-Type": image.media_type,
      "Content-Length": String(image.bytes.byteLength),
      "Content-Disposition": "inline",
    },
  });
}
