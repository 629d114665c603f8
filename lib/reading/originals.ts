import type { DocumentId } from "../contract/ids.ts";
import type { DocumentSummary, Original } from "../contract/resources.ts";
import { listZip } from "../kit/archives/list-zip.ts";
import { type Owner, oncePerRequest } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { headOf } from "../spending/library/artifact-bytes.ts";
import type { OpenedBody } from "../spending/ports.ts";
import { spenderOf } from "../spending/purchases.ts";
import { identifyImage, imageHeadBytes } from "../text/format/image-format.ts";
import type { UpstreamProblem } from "../upstream/problem-error.ts";
import { partOrStored } from "./document-parts.ts";

export type OriginalKind = "pdf" | "zip" | "image" | "other";

/** One file of a document: listed by the service, owned, or both. */
export interface ViewedOriginal {
  readonly document: DocumentSummary;
  /** Every file that is listed. */
  readonly originals: readonly Original[];
  readonly original: Original | undefined;
  readonly fileName: string;
  readonly kind: OriginalKind;
  /** Undefined where it isn't owned. */
  readonly storedAtMs: number | undefined;
  /** The owned bytes; undefined also where they are damaged. */
  readonly body: OpenedBody | undefined;
}

/** "gone": neither listed nor owned. */
export function findOriginal(
  owner: Owner,
  documentId: DocumentId,
  originalId: string,
): Promise<ViewedOriginal | "gone" | { readonly problem: UpstreamProblem }> {
  return oncePerRequest(owner, `original ${originalId} of ${documentId}`, async () => {
    const [document, listed, artifact] = await Promise.all([
      partOrStored(owner, documentId, "summary"),
      partOrStored(owner, documentId, "originals"),
      ownedArtifact(owner, documentId, originalId),
    ]);
    if ("problem" in document) return document;
    if ("problem" in listed && artifact === undefined) return listed;
    const originals = "value" in listed ? listed.value.originals : [];
    const original = originals.find((each) => each.original_id === originalId);
    if (original === undefined && artifact === undefined) return "gone";
    const fileName = original?.file_name ?? artifact?.file_name ?? originalId;
    return {
      document: document.value,
      originals,
      original,
      fileName,
      kind: kindOf(original?.media_type ?? artifact?.media_type ?? null, fileName),
      storedAtMs: artifact?.stored_at,
      body: artifact === undefined ? undefined : await app().purchases.deps.bodies.open(artifact.sha256),
    };
  });
}

export function kindOf(mediaType: string | null, fileName: string): OriginalKind {
  if (mediaType?.includes("pdf") === true || /\.pdf$/i.test(fileName)) return "pdf";
  if (mediaType?.includes("zip") === true || /\.zip$/i.test(fileName)) return "zip";
  return mediaType?.startsWith("image/") === true ? "image" : "other";
}

/** The owned bytes of a file that is no PDF, as its page shows them. */
export type FileView =
  | { readonly kind: "unread" | "damaged archive" | "other" }
  | ({ readonly kind: "archive" } & NonNullable<Awaited<ReturnType<typeof listZip>>>)
  /** Shown at its own size, and only where its first bytes identify it as an image. */
  | { readonly kind: "image"; readonly width: number; readonly height: number };

export async function fileView({ kind, body }: Pick<ViewedOriginal, "kind" | "body">): Promise<FileView> {
  if (body === undefined) return { kind: "unread" };
  if (kind === "zip") {
    const listing = await listZip(body);
    return listing === undefined ? { kind: "damaged archive" } : { kind: "archive", ...listing };
  }
  const format = kind === "image" ? identifyImage(await headOf(body, imageHeadBytes)) : undefined;
  return format === undefined ? { kind: "other" } : { kind: "image", width: format.width, height: format.height };
}

async function ownedArtifact(owner: Owner, documentId: DocumentId, originalId: string) {
  const { ownerId, upstream } = spenderOf(owner);
  const artifact = await app().purchases.rows.artifacts.originalOf(ownerId, upstream, documentId, originalId);
  return artifact?.unreadable === null ? artifact : undefined;
}
