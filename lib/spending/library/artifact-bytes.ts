import type { ArtifactRow } from "../../store/artifacts.ts";
import type { OpenedBody, SpendingDeps } from "../ports.ts";
import { PurchaseProblem } from "../problems.ts";

/** The bytes of an owned artifact, checked against their hash before they are returned. */
export async function bytesOf(
  deps: { readonly bodies: Pick<SpendingDeps["bodies"], "read"> },
  artifact: Pick<ArtifactRow, "sha256">,
): Promise<Uint8Array> {
  const bytes = await deps.bodies.read(artifact.sha256);
  if (bytes === undefined) throw damaged();
  return bytes;
}

/** The same as a stream. */
export async function openArtifact(deps: SpendingDeps, artifact: ArtifactRow): Promise<OpenedBody> {
  const body = await deps.bodies.open(artifact.sha256);
  if (body === undefined) throw damaged();
  return body;
}

/** The first bytes of a file, from which its type is identified. */
export async function headOf(body: OpenedBody, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.stream(0, Math.min(bytesMax, body.byteSize) - 1)) {
    if (chunk instanceof Uint8Array) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function damaged(): PurchaseProblem {
  const detail = "The stored bytes are missing or damaged. Fetch it again from the service.";
  return new PurchaseProblem(500, "artifact_damaged", detail);
}
