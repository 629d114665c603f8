import { randomUUID } from "node:crypto";
import { logger } from "../../log.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import { bytesOf } from "../library/artifact-bytes.ts";
import type { SpendingDeps } from "../ports.ts";
import { PurchaseProblem } from "../problems.ts";
import { matches, notFound, ownedHeaders } from "./serve-artifact.ts";

interface Previews {
  of(sha256: string, read: () => Promise<Uint8Array>, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}

/** A small form of an owned page image. The caller must be authorised before, as for the image itself. */
export async function servePreview(
  previews: Previews,
  deps: SpendingDeps,
  artifact: ArtifactRow | undefined,
  request: Request,
): Promise<Response> {
  if (artifact === undefined) throw notFound();
  const etag = `"${artifact.sha256}-small"`;
  const headers = ownedHeaders(etag);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const preview = await previews.of(artifact.sha256, () => bytesOf(deps, artifact), request.signal);
  if (preview === undefined) throw unreadable(artifact);
  headers.set("Content-Type", "image/webp");
  headers.set("Content-Length", String(preview.byteLength));
  return new Response(Uint8Array.from(preview), { headers });
}

/** The service delivered something else than an image: it is owned as it came, and only has no preview. */
function unreadable({ intent_id: intentId }: ArtifactRow): PurchaseProblem {
  const requestId = randomUUID();
  logger().warn({ requestId, intentId, code: "image_unreadable" }, "an owned image of a page can't be decoded");
  return new PurchaseProblem(422, "image_unreadable", "The image can't be decoded, and is kept as it came.", {
    instance: requestId,
  });
}
